import type { ScopeNotes, ScopeWords } from './scope-words.ts'

/** English. */
export const scopeWords: ScopeWords = {
  openid: 'Your identifier for this application',
  profile: 'Your name, date of birth, gender, nationality, identity number and the status of your account',
  'kyc.documents.primary': 'Your main document, with its image',
  'kyc.documents.all': 'Your other documents, with their images',
  'kyc.addresses': 'Your addresses',
  'kyc.emails': 'Your e-mail addresses',
  'kyc.phone_numbers': 'Your phone numbers',
  'kyc.professions': 'Your professions',
  'kyc.place_of_birth': 'Your place of birth',
  'kyc.marital_status': 'Your marital status',
  'kyc.languages': 'The languages that you speak',
  'kyc.religion': 'Your religion',
  'kyc.ethnicity': 'Your ethnicity',
  'kyc.parents': 'The names of your parents',
  'kyc.biometrics.selfie': 'Your enrolled photograph',
  'kyc.biometrics.fingerprint': 'Your fingerprints',
  'kyc.biometrics.iris': 'The images of your irises',
  'credit.score': 'Your consent to a credit score',
}

export const scopeNotes: ScopeNotes = {
  'kyc.religion': 'Protected data: it says what you believe. Agree only if you know what it is for.',
  'kyc.ethnicity':
    'Protected data: it says which group you come from. Agree only if you know what it is for.',
  'kyc.biometrics.selfie':
    'The application can recognise you in other pictures. You cannot change your face.',
  'kyc.biometrics.fingerprint':
    'You cannot change a fingerprint. Anyone who has it can always recognise you.',
  'kyc.biometrics.iris': 'You cannot change an iris. Anyone who has its picture can always recognise you.',
}
