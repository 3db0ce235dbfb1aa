import { answerSignIn, checkNumber } from './decide-approval.ts'
import { listApprovals } from './list-approvals.ts'
import { reportSignIn } from './report-sign-in.ts'
import { findApprovals } from './typed-number.ts'

/** What waits for a citizen: each database lists and finds its own. */
export const waitingSignIns = [listApprovals, findApprovals] as const

/** What a citizen does about one sign-in, in the database that has its application. */
export const signInAnswers = [checkNumber, answerSignIn, reportSignIn] as const
