import type { FaceFault } from '../../../citizens/citizen-devices/index.ts'

export type ApprovalRefusal =
  | { code: 'approval_ended' | 'number_wrong' | 'signature_wrong' | 'face_not_recognised' }
  | { code: 'face_capture'; fault: FaceFault }

/** Why a request was not approved. */
export class ApprovalRefused extends Error {
  readonly refusal: ApprovalRefusal

  constructor(refusal: ApprovalRefusal) {
    super(refusal.code)
    this.name = 'ApprovalRefused'
    this.refusal = refusal
  }
}
