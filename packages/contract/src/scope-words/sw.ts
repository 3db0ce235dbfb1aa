import type { ScopeNotes, ScopeWords } from './scope-words.ts'

/** Swahili. Machine-made; a speaker has to review them. */
export const scopeWords: ScopeWords = {
  openid: 'Kitambulisho chako kwa programu hii',
  profile: 'Jina lako, tarehe ya kuzaliwa, jinsia, uraia, namba ya utambulisho na hali ya akaunti yako',
  'kyc.documents.primary': 'Hati yako kuu, pamoja na picha yake',
  'kyc.documents.all': 'Hati zako nyingine, pamoja na picha zake',
  'kyc.addresses': 'Anwani zako',
  'kyc.emails': 'Anwani zako za barua pepe',
  'kyc.phone_numbers': 'Namba zako za simu',
  'kyc.professions': 'Kazi zako',
  'kyc.place_of_birth': 'Mahali ulipozaliwa',
  'kyc.marital_status': 'Hali yako ya ndoa',
  'kyc.languages': 'Lugha unazozungumza',
  'kyc.religion': 'Dini yako',
  'kyc.ethnicity': 'Kabila lako',
  'kyc.parents': 'Majina ya wazazi wako',
  'kyc.biometrics.selfie': 'Picha yako iliyosajiliwa',
  'kyc.biometrics.fingerprint': 'Alama zako za vidole',
  'kyc.biometrics.iris': 'Picha za mboni za macho yako',
  'credit.score': 'Idhini yako ya kukokotoa alama yako ya mkopo',
}

export const scopeNotes: ScopeNotes = {
  'kyc.religion': 'Taarifa inayolindwa: inaonyesha imani yako. Kubali tu ikiwa unajua inatumika kwa nini.',
  'kyc.ethnicity': 'Taarifa inayolindwa: inaonyesha kabila lako. Kubali tu ikiwa unajua inatumika kwa nini.',
  'kyc.biometrics.selfie': 'Programu inaweza kukutambua kwenye picha nyingine. Huwezi kubadilisha uso wako.',
  'kyc.biometrics.fingerprint': 'Huwezi kubadilisha alama za vidole. Aliye nazo anaweza kukutambua daima.',
  'kyc.biometrics.iris': 'Huwezi kubadilisha mboni ya jicho. Aliye na picha yake anaweza kukutambua daima.',
}
