import type { ScopeNotes, ScopeWords } from './scope-words.ts'

/** Tshiluba. Machine-made; a speaker has to review them. */
export const scopeWords: ScopeWords = {
  openid: 'Tshimanyinu tshiebe bua application eu',
  profile:
    'Dina diebe, dituku dia kuledibua, mulume anyi mukaji, ditunga, nimero wa karte ne mushindu udi konti webe',
  'kyc.documents.primary': 'Mukanda webe wa kumpala, ne tshimfuanyi tshiawu',
  'kyc.documents.all': 'Mikanda yebe mikuabu, ne bimfuanyi biayi',
  'kyc.addresses': 'Miaba yudi musombela',
  'kyc.emails': 'Adresse yebe ya e-mail',
  'kyc.phone_numbers': 'Nimero yebe ya telefone',
  'kyc.professions': 'Midimu yebe',
  'kyc.place_of_birth': 'Muaba wakaledibuilawu',
  'kyc.marital_status': 'Biwikala muselangane anyi kuyi',
  'kyc.languages': 'Miakulu yudi wakula',
  'kyc.religion': 'Tshitendelelu tshiebe',
  'kyc.ethnicity': 'Tshisamba tshiebe',
  'kyc.parents': 'Mena a baledi bebe',
  'kyc.biometrics.selfie': 'Foto webe mulama',
  'kyc.biometrics.fingerprint': 'Bimanyinu bia minu yebe',
  'kyc.biometrics.iris': 'Bimfuanyi bia mesu ebe',
  'credit.score': 'Dianyisha diebe bua kubala score wa dibanza diebe',
}

export const scopeNotes: ScopeNotes = {
  'kyc.religion': 'Bualu bulama: budi buleja tshiudi witabuja. Itaba anu wewe mumanye mudimu wabu.',
  'kyc.ethnicity': 'Bualu bulama: budi buleja tshisamba tshiebe. Itaba anu wewe mumanye mudimu wabu.',
  'kyc.biometrics.selfie':
    'Application udi mua kukumanya mu foto mikuabu. Kuena mua kushintulula mpala webe to.',
  'kyc.biometrics.fingerprint':
    'Kuena mua kushintulula bimanyinu bia minu to. Udi nabi udi mua kukumanya misangu yonso.',
  'kyc.biometrics.iris':
    'Kuena mua kushintulula disu diebe to. Udi ne foto wadi udi mua kukumanya misangu yonso.',
}
