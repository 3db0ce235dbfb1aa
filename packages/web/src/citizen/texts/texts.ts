import type { CreditProduct, FaceFault, HistoryKind, NoticeKind } from '@nani/contract'
import type { AccessWords } from '@nani/contract/access-words/access-words'
import type { ScopeNotes, ScopeWords } from '@nani/contract/scope-words/scope-words'

/** A text for one thing and for several. `{n}` is replaced by the number. */
export type Counted = { one: string; other: string }

/**
 * Everything that the app says in one language. Each language has all of it; the compiler checks this.
 * A name in braces is replaced. Names of months and plural rules are here, because browsers know few of the languages.
 */
export type Texts = {
  /** The name of the language, in the language. */
  language: string
  /** A machine made the texts, and no speaker has reviewed them yet. */
  isMachineMade: boolean
  /** The plural form of a number. */
  plural: (n: number) => keyof Counted
  /** The twelve months, as they are written inside of a date. */
  months: readonly string[]
  scopes: ScopeWords
  scopeNotes: ScopeNotes
  services: AccessWords['services']
  purposes: AccessWords['purposes']
  products: Readonly<Record<CreditProduct, string>>
  /** The titles of notices, also on the screens that they open. */
  notices: Readonly<Record<NoticeKind, string>>
  shell: ShellTexts
  enrolment: EnrolmentTexts
  face: FaceTexts
  approval: ApprovalTexts
  consent: ConsentTexts
  accesses: AccessTexts
  devices: DeviceTexts
  history: HistoryTexts
  settings: SettingsTexts
}

export type ShellTexts = {
  machineMade: string
  sandbox: string
  home: string
  more: string
  back: string
  continue: string
  retry: string
  cancel: string
  close: string
  loading: string
  oneMoment: string
  offline: string
  needsNetwork: string
  fault: string
  /** A database does not answer. What is shown is true, and not complete. */
  partMissing: string
  tooMany: string
  notFound: string
  tooManyDevices: string
  hello: string
  waiting: Counted
  nothingWaiting: string
  nothingWaitingText: string
  signInRequest: string
  creditRequest: string
  open: string
  quietTitle: string
  quietText: string
  quietLabel: string
  find: string
  noneFound: string
  secondsLeft: Counted
  lockedTitle: string
  lockedText: string
  unlock: string
  deviceRemoved: string
}

export type EnrolmentTexts = {
  welcomeTitle: string
  welcomeText: string
  promises: readonly [string, string, string]
  start: string
  chooseLanguage: string
  step: string
  identifierTitle: string
  identifierLabel: string
  identifierHint: string
  codeTitle: string
  codeText: string
  codeLabel: string
  nextMessage: string
  sendAgain: string
  codeEnded: string
  messageDelayed: string
  codeWrong: Counted
  ended: string
  startAgain: string
  faceTitle: string
  faceText: string
  notRecognised: string
  keyTitle: string
  keyText: string
  nameLabel: string
  createKey: string
  keyFailed: string
  withoutUnlock: string
  doneTitle: string
  doneText: string
}

export type FaceTexts = {
  frame: string
  take: string
  checking: string
  privacy: string
  noCamera: string
  usePhoto: string
  hints: Readonly<Record<FaceHint, string>>
  faults: Readonly<Record<FaceFault, string>>
}

/** What the phone sees itself, before it sends the image. */
export type FaceHint =
  | 'starting'
  | 'too_dark'
  | 'too_bright'
  | 'blurred'
  | 'no_face'
  | 'several_faces'
  | 'good'

export type ApprovalTexts = {
  by: string
  browser: string
  receives: string
  sensitive: string
  biometric: string
  everyProduct: Counted
  numberTitle: string
  numberText: string
  approve: string
  deny: string
  notYou: string
  /** After a wrong number: the citizen did not ask for the sign-in. */
  notStarted: string
  notStartedText: string
  reported: string
  returnsTo: string
  help: string
  privacy: string
  answeredWith: string
  /** After a request that was not approved. */
  checkDevices: string
  faceTitle: string
  approvedTitle: string
  approvedText: string
  declinedTitle: string
  declinedText: string
  wrongNumberTitle: string
  wrongNumberText: string
  notRecognisedTitle: string
  notRecognisedText: string
  endedTitle: string
  endedText: string
}

export type ConsentTexts = {
  /** In the navigation. */
  short: string
  title: string
  intro: string
  none: string
  requestText: string
  product: string
  everyProduct: string
  amount: string
  answerBy: string
  duration: string
  approve: string
  deny: string
  approved: string
  declined: string
  validUntil: string
  uses: Counted
  notUsed: string
  revoke: string
  revokeQuestion: string
  revoked: string
  statuses: Readonly<Record<'pending' | 'approved' | 'declined' | 'expired' | 'revoked', string>>
}

export type AccessTexts = {
  /** In the navigation. */
  short: string
  title: string
  intro: string
  /** On the first screen. */
  recent: string
  seeAll: string
  none: string
  filters: string
  from: string
  to: string
  organization: string
  service: string
  purpose: string
  when: string
  /** The choice without a filter. In French it agrees with the word of its field. */
  all: Readonly<Record<'organization' | 'service' | 'purpose', string>>
  apply: string
  more: string
  exportCsv: string
  exportPdf: string
  received: string
  reason: string
  /** The reason of a sign-in, which no application writes. */
  approvalReason: string
  readAgain: Counted
  inLog: string
  dispute: string
  disputeTitle: string
  disputeText: string
  disputeLabel: string
  send: string
  disputeSent: string
  disputes: string
  noDisputes: string
  answer: string
  disputeStatuses: Readonly<Record<'open' | 'answered', string>>
}

export type DeviceTexts = {
  title: string
  intro: string
  thisDevice: string
  added: string
  lastUsed: string
  withUnlock: string
  withoutUnlock: string
  remove: string
  removeQuestion: string
  removeThisQuestion: string
  removed: string
  newDeviceText: string
  wasMe: string
  wasNotMe: string
  revokeTitle: string
  revokeText: string
  itWasYou: string
  revokedNext: string
  openApp: string
}

export type HistoryTexts = {
  title: string
  none: string
  /** The data that an application received, and the data that it asked for and did not receive. */
  given: string
  asked: string
  kinds: Readonly<Record<HistoryKind, string>>
}

export type SettingsTexts = {
  title: string
  language: string
  identityNumber: string
  notifyAccesses: string
  notifyAccessesText: string
  push: string
  pushText: string
  pushBlocked: string
  pushUnavailable: string
  signOut: string
  signOutText: string
}
