import type { FaceFault } from '@nani/contract'

/** Why a step of an enrolment, a session or a check of a face did not happen. The surface has the texts. */
export type DeviceRefusal =
  | { code: 'code_wrong'; attempts_left: number }
  /** The code is too old, or strangers guessed at it. A further message has another one. */
  | { code: 'code_ended' }
  | { code: 'enrolment_ended' }
  /** No message would leave in time. */
  | { code: 'message_delayed'; next_message_at: string }
  | { code: 'face_capture'; fault: FaceFault }
  | { code: 'face_not_recognised' }
  | { code: 'key_refused' }
  | { code: 'too_many_devices' }
  | { code: 'signature_wrong' }
  | { code: 'too_many_attempts' | 'busy'; retry_after: number }
  | { code: 'not_found' }
  | { code: 'invalid_request'; field: string }

/** An expected refusal of an act or a reading of this module. */
export class DeviceRefused extends Error {
  readonly refusal: DeviceRefusal

  constructor(refusal: DeviceRefusal) {
    super(refusal.code)
    this.name = 'DeviceRefused'
    this.refusal = refusal
  }
}
