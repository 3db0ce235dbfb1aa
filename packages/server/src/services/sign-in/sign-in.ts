import type { Environment } from '@nani/contract'
import type { Answers } from './answers.ts'
import { createApprove, createCheckNumber, createDecline } from './approvals/decide-approval.ts'
import { createListAnswers } from './approvals/list-answers.ts'
import { createListApprovals } from './approvals/list-approvals.ts'
import { createReportSignIn } from './approvals/report-sign-in.ts'
import { createFindApprovals } from './approvals/typed-number.ts'
import { createAuthorize } from './authorize.ts'
import { createCorrect } from './correct-number.ts'
import type { SignInDependencies } from './dependencies.ts'
import { createEnteredNumbers } from './entered-number.ts'
import { createExchangeCode } from './exchange-code.ts'
import { createIdentify } from './identify.ts'
import { createIssueCode } from './issue-code.ts'
import { createFindLogo, createShownApplication } from './logos.ts'
import { createUserinfo } from './userinfo.ts'
import { createAnswer, createCancel, createGiveUp, createVisit, isOfBrowser, readCurrent } from './visit.ts'

/** The use cases of federated sign-in, for the surface. */
export type SignIn = ReturnType<typeof createSignIn>

export const createSignIn = (
  dependencies: SignInDependencies,
  answers: Pick<Answers, 'follow'>,
  mtlsUrlOf: (environment: Environment) => string | null,
) => ({
  authorize: createAuthorize(dependencies),
  visit: createVisit({ ...dependencies, issueCode: createIssueCode(dependencies) }),
  identify: createIdentify(dependencies),
  answer: createAnswer(dependencies),
  listApprovals: createListApprovals(dependencies),
  findApprovals: createFindApprovals(dependencies),
  listAnswers: createListAnswers(dependencies),
  approve: createApprove(dependencies),
  checkNumber: createCheckNumber(dependencies),
  decline: createDecline(dependencies),
  report: createReportSignIn(dependencies),
  correct: createCorrect(dependencies),
  entered: createEnteredNumbers(dependencies),
  cancel: createCancel(dependencies),
  giveUp: createGiveUp(dependencies),
  exchangeCode: createExchangeCode(dependencies),
  userinfo: createUserinfo(dependencies),
  readCurrent: (handle: Parameters<typeof readCurrent>[0]) => readCurrent(handle, dependencies),
  isOfBrowser,
  publicKeys: (environment: Environment) => dependencies.keys[environment].publicKeys(),
  shownApplication: createShownApplication(dependencies),
  findLogo: createFindLogo(dependencies),
  follow: answers.follow,
  mtlsUrlOf,
})
