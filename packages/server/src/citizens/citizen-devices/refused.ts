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
  | { code: 'too_many_attempts'; retry_after: number }
  | { code: 'not_found' }

/** What is wrong with a photograph. The citizen can take another one. */
export type FaceFault =
  | 'no_face'
  | 'several_faces'
  | 'blurred'
  | 'too_dark'
  | 'too_bright'
  | 'too_small'
  | 'not_facing_camera'
  | 'eyes_closed'
  | 'face_occluded'
  | 'unusable'

/** An expected refusal of a use case of this module. */
export class DeviceRefused extends Error {
  readonly refusal: DeviceRefusal

  constructor(refusal: DeviceRefusal) {
    super(refusal.code)
    this.name = 'DeviceRefused'
    this.refusal = refusal
  }
}
