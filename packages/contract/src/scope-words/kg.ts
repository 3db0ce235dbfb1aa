import type { ScopeNotes, ScopeWords } from './scope-words.ts'

/** Kikongo. Machine-made; a speaker has to review them. */
export const scopeWords: ScopeWords = {
  openid: 'Kidimbu na nge sambu na application yai',
  profile:
    'Nkumbu na nge, kilumbu ya lubutuku, bakala to nkento, bwala, nimero ya karti mpi mutindu konti na nge kele',
  'kyc.documents.primary': 'Mukanda na nge ya ntete, ti kifwanisu na yo',
  'kyc.documents.all': 'Mikanda na nge ya nkaka, ti bifwanisu na yo',
  'kyc.addresses': 'Baadresi na nge',
  'kyc.emails': 'Baadresi na nge ya e-mail',
  'kyc.phone_numbers': 'Banimero na nge ya telefone',
  'kyc.professions': 'Bisalu na nge',
  'kyc.place_of_birth': 'Kisika nge butukaka',
  'kyc.marital_status': 'Kana nge me kwela to ve',
  'kyc.languages': 'Bandinga yina nge ketubaka',
  'kyc.religion': 'Dibundu na nge',
  'kyc.ethnicity': 'Dikanda na nge',
  'kyc.parents': 'Bankumbu ya bibuti na nge',
  'kyc.biometrics.selfie': 'Foto na nge yina me bumbama',
  'kyc.biometrics.fingerprint': 'Bidimbu ya misapi na nge',
  'kyc.biometrics.iris': 'Bifwanisu ya meso na nge',
  'credit.score': 'Nswa na nge sambu na kutanga score ya mfuka na nge',
}

export const scopeNotes: ScopeNotes = {
  'kyc.religion':
    'Dyambu ya kutanina: yo ke monisa kima nge ke ndima. Ndima kaka kana nge zaba kisalu na yo.',
  'kyc.ethnicity': 'Dyambu ya kutanina: yo ke monisa dikanda na nge. Ndima kaka kana nge zaba kisalu na yo.',
  'kyc.biometrics.selfie':
    'Application lenda kuzaba nge na bafoto ya nkaka. Nge lenda soba kilunzi na nge ve.',
  'kyc.biometrics.fingerprint':
    'Nge lenda soba bidimbu ya misapi ve. Muntu yina kele na yo lenda kuzaba nge ntangu yonso.',
  'kyc.biometrics.iris':
    'Nge lenda soba disu na nge ve. Muntu yina kele na foto na yo lenda kuzaba nge ntangu yonso.',
}
