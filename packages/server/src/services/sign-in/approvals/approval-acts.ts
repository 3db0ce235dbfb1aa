import { answerSignIn, checkNumber } from './decide-approval.ts'
import { followApprovals } from './follow-approvals.ts'
import { listApprovals } from './list-approvals.ts'
import { reportSignIn } from './report-sign-in.ts'
import { findApprovals } from './typed-number.ts'

/** The acts and readings of citizens about sign-ins. */
export const approvalActs = [
  ...[listApprovals, followApprovals, findApprovals, checkNumber, answerSignIn, reportSignIn],
] as const
