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
  numberLabel: string
  /** `{seconds}` is replaced. */
  secondsLeft: string
  refreshes: string
  errorTitle: string
  unknownClient: string
  unknownRedirect: string
  foreignBrowser: string
  expiredPage: string
  tooMany: string
  formRejected: string
  fault: string
  startAgain: string
  scopes: Readonly<Record<ScopeText, string>>
}

export type ScopeText =
  | 'openid'
  | 'profile'
  | 'svc:kyc.documents.primary'
  | 'svc:kyc.documents.all'
  | 'svc:kyc.addresses'
  | 'svc:kyc.emails'
  | 'svc:kyc.phone_numbers'
  | 'svc:kyc.professions'
  | 'svc:kyc.place_of_birth'
  | 'svc:kyc.marital_status'
  | 'svc:kyc.languages'
  | 'svc:kyc.religion'
  | 'svc:kyc.ethnicity'
  | 'svc:kyc.parents'
  | 'svc:kyc.biometrics.selfie'
  | 'svc:kyc.biometrics.fingerprint'
  | 'svc:kyc.biometrics.iris'
  | 'svc:credit.score'
