/**
 * Korean syllables in both romanizations and in spellings of emigrants: ㅈ is j or ch, ㄱ g or k, ㄷ d or t, ㅂ b or p, ㄹ
 * r or l, ㅓ eo or o, ㅡ eu or u. Each syllable of names is a family.
 */
const initialSpellings: Readonly<Record<string, string>> = {
  g: 'g k',
  d: 'd t',
  b: 'b p',
  j: 'j ch',
  r: 'r l',
  h: 'h',
  s: 's',
  n: 'n',
  m: 'm',
  t: 't th',
  p: 'p ph',
  '': '',
  ch: 'ch',
}
const vowelSpellings: Readonly<Record<string, string>> = {
  a: 'a',
  ae: 'ae ai',
  eo: 'eo o',
  e: 'e',
  yeo: 'yeo yo yu',
  o: 'o',
  u: 'u oo',
  ya: 'ya',
  yo: 'yo',
  wo: 'wo',
  wi: 'wi',
  eu: 'eu u',
  i: 'i ee',
  wa: 'wa',
  ye: 'ye',
  yu: 'yu',
  ui: 'ui eui ee',
}
const finalSpellings: Readonly<Record<string, string>> = {
  '': '',
  n: 'n',
  ng: 'ng',
  k: 'k g',
  l: 'l',
  m: 'm',
  p: 'p b',
}

/** Syllables of given names and places, as initial, vowel and final. */
const used =
  `j-a- j-u- j-u-n j-eo-n j-eo-ng j-i- j-i-n j-ae- j-e- j-o-n j-o-ng j-u-ng g-ae- g-u- g-u-k g-wa-ng g-eu-m g-eu-n
  g-i- g-i-l g-yeo-ng g-o- g-o-n g-eo-n d-ae- d-o- d-o-ng d-u- d-eo-k b-o-ng b-o-k b-yeo-ng b-ae- b-eo-m b-ae-k
  h-yeo-n h-yeo-ng h-yeo-k h-ye- h-u-n h-eu-ng h-ui- h-wa- s-eo-n s-eo-ng s-eo-k s-u- s-u-n s-u-k s-eo-p s-eu-ng
  s-o- s-i-k n-a-m n-yeo-ng m-yeo-ng m-u-n m-i-n m-u- r-yeo-ng r-yeo-n r-i-m r-yu- r-yeo- ch-eo-l ch-a-n ch-a-ng
  ch-u-n ch-o- ch-ae- -yeo-ng -yeo-n -eu-n -o-k -u-ng -wo-n -u- -i-l -i-k d-a-l d-a- b-o- b-u- j-eo-k j-o- g-a-ng
  g-a-p g-a- g-a-n g-a-k g-eo-m g-ye- g-o-ng g-wa-n g-yo- g-u-n g-wo-n g-yu- g-eu-k n-a- n-a-k n-o- d-a-m d-o-n
  d-eu-k d-a-n r-a-k r-a-m r-a-ng r-ye- r-yeo-l r-ya-ng r-yeo-k r-yo-ng r-i- r-i-n m-a-n m-ae- m-o- m-o-k b-eo-p
  b-yeo-k b-u-n b-i- b-i-n b-a-n b-a-k s-a-ng s-eo- s-eo-l s-e- s-o-l s-i-n s-i-l s-i-m -eo-k -eo-n -eo-m -yeo-
  -yeo-l -ye- -eo- -o-n -o-ng -u-k -u-n -wo- -eu-m -eu-l -ui- j-a-ng j-i-k j-i-l j-eo-l j-eu-ng ch-eo-n ch-eo-ng
  ch-o-ng ch-u-ng ch-i- ch-i-l t-ae- t-ae-k t-a-k p-i-l p-yeo-ng p-yo- h-a- h-a-k h-eo-n h-eu-k h-wi- g-yeo-l
  g-wi- g-u-l d-eu-ng b-a-ng p-u-ng p-u-m`.split(/\s+/)

/**
 * Surnames of one syllable with spellings outside the tables: 이 is i, and Lee. Each pair is a separate family, so that
 * Lee and Yi, which are also Chinese, remain different.
 */
const surnames = ['i lee', 'i yi', 'i rhee', 'i ri', 'i li', 'o oh', 'bag bak', 'bag pak', 'bag park']

/** One family for each syllable with more than one spelling. */
export const syllableFamilies = (): string[] => {
  const families: string[] = [...surnames]
  for (const syllable of used) {
    const [initial = '', vowel = '', final = ''] = syllable.split('-')
    const spellings = spellingsOf(initialSpellings[initial]!, vowelSpellings[vowel]!, finalSpellings[final]!)
    if (spellings.length > 1) families.push(spellings.join(' '))
  }
  return families
}

const spellingsOf = (initials: string, vowels: string, finals: string): string[] =>
  initials
    .split(' ')
    .flatMap((initial) =>
      vowels.split(' ').flatMap((vowel) => finals.split(' ').map((final) => initial + vowel + final)),
    )
