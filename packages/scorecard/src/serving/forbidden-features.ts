/*
 * Personal characteristics that are never inputs of a score (spec/credit#excluded-inputs). The name of a column
 * reveals them, in English or French. The check prefers to refuse a harmless name: the author can rename the column.
 */

const forbiddenWords: Readonly<Record<string, readonly string[]>> = {
  gender: ['gender', 'sex', 'genre', 'sexe', 'male', 'female', 'woman', 'man'],
  religion: ['religion', 'religious', 'faith', 'church', 'confession', 'eglise'],
  ethnicity: [
    ...['ethnicity', 'ethnic', 'ethnie', 'tribe', 'tribu', 'race', 'caste', 'nationality', 'nationalite'],
    ...['foreign', 'citizenship', 'immigrant'],
  ],
  'marital status': [
    ...['marital', 'marriage', 'married', 'spouse', 'widow', 'widower', 'divorced', 'single', 'matrimonial'],
    ...['conjoint', 'mariage', 'civil'],
  ],
  place: [
    ...[
      'place',
      'province',
      'city',
      'town',
      'commune',
      'territory',
      'sector',
      'village',
      'region',
      'country',
    ],
    ...['address', 'addr', 'adresse', 'zip', 'postal', 'postcode', 'quartier', 'lieu', 'ville', 'residence'],
    ...['latitude', 'longitude', 'gps', 'location', 'neighbourhood', 'neighborhood'],
  ],
  age: ['age', 'birth', 'birthdate', 'dob', 'naissance', 'born'],
  name: ['name', 'surname', 'forename', 'firstname', 'lastname', 'nom', 'prenom', 'postnom'],
  language: ['language', 'lang', 'langue', 'dialect'],
  'PEP status': ['pep'],
  'victim alert': ['victim', 'victime'],
}

/** Things whose age is no personal characteristic: `account_age_months`. */
const thingsWithAge = new Set(['account', 'sim', 'meter', 'loan', 'card', 'contract', 'file', 'line'])

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')

/** The forbidden characteristic that the name of a column reveals, or null. */
export const forbiddenIn = (column: string): string | null => {
  const words = wordsOf(column)
  const names = words.filter((word, index) => !(word === 'age' && thingsWithAge.has(words[index - 1] ?? '')))
  for (const [characteristic, forbidden] of Object.entries(forbiddenWords)) {
    if (names.some((word) => forbidden.includes(word))) return characteristic
  }
  return null
}
