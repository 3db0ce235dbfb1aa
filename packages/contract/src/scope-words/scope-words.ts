/** What a citizen reads for each scope, in one language. Each language has all of them; the compiler checks this. */
export type ScopeWords = Readonly<Record<WordedScope, string>>

export type WordedScope =
  | 'openid'
  | 'profile'
  | 'kyc.documents.primary'
  | 'kyc.documents.all'
  | 'kyc.addresses'
  | 'kyc.emails'
  | 'kyc.phone_numbers'
  | 'kyc.professions'
  | 'kyc.place_of_birth'
  | 'kyc.marital_status'
  | 'kyc.languages'
  | 'kyc.religion'
  | 'kyc.ethnicity'
  | 'kyc.parents'
  | 'kyc.biometrics.selfie'
  | 'kyc.biometrics.fingerprint'
  | 'kyc.biometrics.iris'
  | 'credit.score'

export type NotedScope =
  | 'kyc.religion'
  | 'kyc.ethnicity'
  | 'kyc.biometrics.selfie'
  | 'kyc.biometrics.fingerprint'
  | 'kyc.biometrics.iris'

/** What a citizen should know before agreeing to sensitive or biometric data, in one language. */
export type ScopeNotes = Readonly<Record<NotedScope, string>>

/** The explanation of a scope, as of `scopeInWords`; null: it is neither sensitive nor biometric. */
export const noteOfScope = (notes: ScopeNotes, scope: string): string | null => {
  const name = scope.replace(/^svc:/, '')
  return Object.keys(notes).includes(name) ? notes[name as NotedScope] : null
}

/** The words for a scope of a sign-in (`svc:kyc.addresses`) or of a call (`kyc.addresses`). */
export const scopeInWords = (words: ScopeWords, scope: string): string => {
  const name = scope.replace(/^svc:/, '')
  // Both contain the basic data.
  if (name === 'kyc.basic') return words.profile
  return Object.keys(words).includes(name) ? words[name as WordedScope] : scope
}
