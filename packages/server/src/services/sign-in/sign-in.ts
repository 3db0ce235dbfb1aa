import type { Environment } from '@nani/contract'
import type { ApprovalDependencies } from './approvals/approval-needs.ts'
import { createListAnswers } from './approvals/list-answers.ts'
import { createAuthorize } from './authorize.ts'
import { createCorrect } from './correct-number.ts'
import type { SignInDependencies } from './dependencies.ts'
import { createEnteredNumbers } from './entered-number.ts'
import { createIdentify } from './identify.ts'
import { createFindLogo, createShownApplication } from './logos.ts'
import type { Answers } from './requests/answers.ts'
import { createTestClockOf } from './test-clock/test-clock-of.ts'
import { createExchangeCode } from './tokens/exchange-code.ts'
import { createIssueCode } from './tokens/issue-code.ts'
import { createUserinfo } from './tokens/userinfo.ts'
import { createAnswer, createCancel, createGiveUp, createVisit, isOfBrowser, readCurrent } from './visit.ts'

const approvalDependencies = (dependencies: SignInDependencies): ApprovalDependencies => ({
  ...dependencies,
  subjectKey: dependencies.auditKey,
})

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
  /** For the acts of citizens. */
  approvals: approvalDependencies(dependencies),
  listAnswers: createListAnswers(dependencies),
  correct: createCorrect(dependencies),
  entered: createEnteredNumbers(dependencies),
  cancel: createCancel(dependencies),
  giveUp: createGiveUp(dependencies),
  exchangeCode: createExchangeCode(dependencies),
  userinfo: createUserinfo(dependencies),
  testClockOf: createTestClockOf(dependencies),
  readCurrent: (handle: Parameters<typeof readCurrent>[0]) => readCurrent(handle, dependencies),
  isOfBrowser,
  publicKeys: (environment: Environment) => dependencies.keys[environment].publicKeys(),
  shownApplication: createShownApplication(dependencies),
  findLogo: createFindLogo(dependencies),
  follow: answers.follow,
  mtlsUrlOf,
})
