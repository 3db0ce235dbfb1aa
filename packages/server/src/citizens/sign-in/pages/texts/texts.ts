import type { ScopeNotes, ScopeWords } from '@nani/contract/scope-words/scope-words'

/** The texts of the hosted pages in one language. Each language has all of them; the compiler checks this. */
export type Texts = {
  /** The name of the language, in the language. */
  language: string
  /** A machine made the texts, and no speaker has reviewed them yet. */
  isMachineMade: boolean
  title: string
  sandbox: string
  asksFor: string
  sensitive: string
  biometric: string
  everyProduct: string
  identifierLabel: string
  identifierHint: string
  continue: string
  backToApplication: string
  waitingTitle: string
  waitingText: string
  /** Of the code for people who do not see it. */
  qrLabel: string
  openApp: string
  /** Next to the code. */
  scanText: string
  numberLabel: string
  /** `{seconds}` is replaced, and counts down: no word of the text may depend on the number. */
  secondsLeft: string
  refreshes: string
  nothingArrives: string
  /** Before the number that was entered. */
  entered: string
  correct: string
  /** The text that was entered has the form of no number. */
  malformed: string
  organization: string
  returnsTo: string
  help: string
  privacy: string
  errorTitle: string
  unknownClient: string
  unknownRedirect: string
  foreignBrowser: string
  expiredPage: string
  tooMany: string
  formRejected: string
  fault: string
  startAgain: string
  scopes: ScopeWords
  scopeNotes: ScopeNotes
}
