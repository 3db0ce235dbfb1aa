import type { ScopeNotes, ScopeWords } from './scope-words.ts'

/** French. */
export const scopeWords: ScopeWords = {
  openid: 'Votre identifiant pour cette application',
  profile: 'Votre nom, date de naissance, genre, nationalité, numéro d’identité et l’état de votre compte',
  'kyc.documents.primary': 'Votre document principal, avec son image',
  'kyc.documents.all': 'Vos autres documents, avec leurs images',
  'kyc.addresses': 'Vos adresses',
  'kyc.emails': 'Vos adresses e-mail',
  'kyc.phone_numbers': 'Vos numéros de téléphone',
  'kyc.professions': 'Vos professions',
  'kyc.place_of_birth': 'Votre lieu de naissance',
  'kyc.marital_status': 'Votre état civil',
  'kyc.languages': 'Les langues que vous parlez',
  'kyc.religion': 'Votre religion',
  'kyc.ethnicity': 'Votre origine ethnique',
  'kyc.parents': 'Les noms de vos parents',
  'kyc.biometrics.selfie': 'Votre photo enregistrée',
  'kyc.biometrics.fingerprint': 'Vos empreintes digitales',
  'kyc.biometrics.iris': 'Les images de vos iris',
  'credit.score': 'Votre accord pour le calcul de votre score de crédit',
}

export const scopeNotes: ScopeNotes = {
  'kyc.religion':
    'Donnée protégée : elle dit ce que vous croyez. Acceptez seulement si vous savez à quoi elle sert.',
  'kyc.ethnicity':
    'Donnée protégée : elle dit de quel groupe vous venez. Acceptez seulement si vous savez à quoi elle sert.',
  'kyc.biometrics.selfie':
    'L’application peut vous reconnaître sur d’autres images. Vous ne pouvez pas changer de visage.',
  'kyc.biometrics.fingerprint':
    'Une empreinte digitale ne se change pas. Qui la possède peut toujours vous reconnaître.',
  'kyc.biometrics.iris': 'Un iris ne se change pas. Qui en a l’image peut toujours vous reconnaître.',
}
