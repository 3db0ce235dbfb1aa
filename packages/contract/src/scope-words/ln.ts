import type { ScopeNotes, ScopeWords } from './scope-words.ts'

/** Lingala. Machine-made; a speaker has to review them. */
export const scopeWords: ScopeWords = {
  openid: 'Elembo na yo mpo na application oyo',
  profile:
    'Kombo na yo, mokolo ya mbotama, mobali to mwasi, ekólo, nimero ya identité mpe ezaleli ya konti na yo',
  'kyc.documents.primary': 'Mokanda na yo ya liboso, na foto na yango',
  'kyc.documents.all': 'Mikanda na yo mosusu, na bafoto na yango',
  'kyc.addresses': 'Baadresi na yo',
  'kyc.emails': 'Baadresi na yo ya e-mail',
  'kyc.phone_numbers': 'Banimero na yo ya telefone',
  'kyc.professions': 'Misala na yo',
  'kyc.place_of_birth': 'Esika obotamaki',
  'kyc.marital_status': 'Soki obala to te',
  'kyc.languages': 'Minoko oyo olobaka',
  'kyc.religion': 'Lingomba na yo',
  'kyc.ethnicity': 'Libota na yo',
  'kyc.parents': 'Bakombo ya baboti na yo',
  'kyc.biometrics.selfie': 'Foto na yo oyo ebombami',
  'kyc.biometrics.fingerprint': 'Bilembo ya misapi na yo',
  'kyc.biometrics.iris': 'Bafoto ya miso na yo',
  'credit.score': 'Ndingisa na yo mpo na kotanga score ya nyongo na yo',
}

export const scopeNotes: ScopeNotes = {
  'kyc.religion': 'Likambo ebatelami: emonisi nini ondimaka. Ndima kaka soki oyebi ntina na yango.',
  'kyc.ethnicity': 'Likambo ebatelami: emonisi ekólo na yo. Ndima kaka soki oyebi ntina na yango.',
  'kyc.biometrics.selfie': 'Application ekoki koyeba yo na bafoto mosusu. Okoki kobongola elongi na yo te.',
  'kyc.biometrics.fingerprint':
    'Okoki kobongola bilembo ya misapi te. Moto oyo azali na yango akoki koyeba yo ntango nyonso.',
  'kyc.biometrics.iris':
    'Okoki kobongola liso na yo te. Moto oyo azali na foto na yango akoki koyeba yo ntango nyonso.',
}
