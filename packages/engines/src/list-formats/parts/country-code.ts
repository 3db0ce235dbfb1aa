import { countryCodes } from '@nani/contract'

/**
 * Converts countries as lists write them to ISO 3166-1 alpha-3. It reads alpha-2, names in English and French,
 * official and inverted names, and nationality words. A country that does not exist today is null, not a guess.
 */

// In addition to the names of the runtime (Intl.DisplayNames). `code: names, separated by |`.
const furtherNames: Readonly<Record<string, string>> = {
  AE: 'uae|emirates|emirati',
  AF: 'afghan',
  AG: 'antigua and barbuda',
  AL: 'albanian',
  AM: 'armenian',
  AO: 'angolan',
  AR: 'argentine|argentinian|argentinean',
  AT: 'austrian',
  AU: 'australian',
  AZ: 'azerbaijani|azeri',
  BA: 'bosnia and herzegovina|bosnia|bosnian|bosnia herzegovina',
  BD: 'bangladeshi',
  BE: 'belgian',
  BF: 'burkinabe',
  BG: 'bulgarian',
  BH: 'bahraini',
  BI: 'burundian|burundais',
  BJ: 'beninese|dahomey',
  BN: 'brunei darussalam',
  BO: 'plurinational state of bolivia|bolivian',
  BR: 'brazilian',
  BS: 'bahamian',
  BW: 'botswanan|motswana',
  BY: 'belarusian|belorussian|byelorussian',
  CA: 'canadian',
  CD: 'democratic republic of congo|democratic republic congo|congo democratic republic|dr congo|drc|rdc|congo drc|congo kinshasa|republique democratique du congo|congo dem rep|dem rep congo|zaire',
  CF: 'central african',
  CG: 'congo|republic of congo|congo brazzaville|republique du congo',
  CH: 'swiss|swiss confederation',
  CI: 'ivory coast|cote d ivoire|ivorian|ivoirien',
  CL: 'chilean',
  CM: 'cameroonian',
  CN: 'peoples republic of china|chinese|prc|china mainland',
  CO: 'colombian',
  CR: 'costa rican',
  CU: 'cuban',
  CV: 'cabo verde',
  CY: 'cypriot',
  CZ: 'czech republic|czech',
  DE: 'german|federal republic of germany',
  DJ: 'djiboutian',
  DK: 'danish',
  DO: 'dominican',
  DZ: 'algerian',
  EC: 'ecuadorian|ecuadorean',
  EE: 'estonian',
  EG: 'egyptian|arab republic of egypt',
  ER: 'eritrean',
  ES: 'spanish',
  ET: 'ethiopian',
  FI: 'finnish',
  FM: 'federated states of micronesia',
  FR: 'french|francaise|francais',
  GA: 'gabonese',
  GB: 'united kingdom of great britain and northern ireland|uk|great britain|britain|british|england|scotland|wales|northern ireland',
  GE: 'georgian',
  GH: 'ghanaian',
  GM: 'gambian',
  GN: 'guinean',
  GQ: 'equatorial guinean',
  GR: 'greek|hellenic republic',
  GT: 'guatemalan',
  GW: 'bissau guinean',
  GY: 'guyanese',
  HK: 'hong kong|china hong kong special administrative region|hong kong china',
  HN: 'honduran',
  HR: 'croatian',
  HT: 'haitian',
  HU: 'hungarian',
  ID: 'indonesian',
  IE: 'irish|republic of ireland',
  IL: 'israeli',
  IN: 'indian',
  IQ: 'iraqi|republic of iraq',
  IR: 'islamic republic of iran|iranian',
  IS: 'icelandic',
  IT: 'italian',
  JM: 'jamaican',
  JO: 'jordanian|hashemite kingdom of jordan',
  JP: 'japanese',
  KE: 'kenyan',
  KG: 'kyrgyz republic|kyrgyz',
  KH: 'cambodian',
  KM: 'comorian|comoran',
  KN: 'saint kitts and nevis|st kitts and nevis',
  KP: 'democratic peoples republic of korea|democratic people s republic of korea|dprk|korea north|north korean|dpr korea',
  KR: 'republic of korea|korea south|south korean|korea republic',
  KW: 'kuwaiti',
  KY: 'cayman',
  KZ: 'kazakh|kazakhstani',
  LA: 'lao peoples democratic republic|lao people s democratic republic|laotian|lao pdr|lao',
  LB: 'lebanese',
  LC: 'saint lucia',
  LK: 'sri lankan',
  LR: 'liberian',
  LT: 'lithuanian',
  LV: 'latvian',
  LY: 'libyan arab jamahiriya|state of libya|libyan',
  MA: 'moroccan',
  MC: 'monegasque',
  MD: 'republic of moldova|moldovan',
  ME: 'montenegrin',
  MF: 'saint martin',
  MG: 'malagasy',
  MK: 'macedonia|former yugoslav republic of macedonia|macedonian|republic of north macedonia',
  ML: 'malian',
  MM: 'myanmar|burma|burmese|union of myanmar',
  MN: 'mongolian',
  MO: 'macau|macao|china macao special administrative region',
  MR: 'mauritanian',
  MT: 'maltese',
  MU: 'mauritian',
  MV: 'maldivian',
  MW: 'malawian',
  MX: 'mexican',
  MY: 'malaysian',
  MZ: 'mozambican',
  NA: 'namibian',
  NE: 'nigerien',
  NG: 'nigerian',
  NI: 'nicaraguan',
  NL: 'dutch|holland|kingdom of the netherlands',
  NO: 'norwegian',
  NP: 'nepalese|nepali',
  NZ: 'new zealander',
  OM: 'omani',
  PA: 'panamanian',
  PE: 'peruvian',
  PH: 'filipino|philippine',
  PK: 'pakistani|islamic republic of pakistan',
  PL: 'polish',
  PS: 'palestine|palestinian|state of palestine|palestinian territory|palestinian territory occupied|occupied palestinian territory|gaza|region gaza|west bank',
  PT: 'portuguese',
  PY: 'paraguayan',
  QA: 'qatari',
  RO: 'romanian',
  RS: 'serbian',
  RU: 'russian federation|russian',
  RW: 'rwandan|rwandese|rwandais',
  SA: 'kingdom of saudi arabia|saudi',
  SC: 'seychellois',
  SD: 'republic of sudan|sudanese',
  SE: 'swedish',
  SG: 'singaporean',
  SI: 'slovenian|slovene',
  SK: 'slovak republic|slovak',
  SL: 'sierra leonean',
  SN: 'senegalese',
  SO: 'somali|somalian|federal republic of somalia',
  SS: 'south sudanese',
  ST: 'sao tome and principe',
  SV: 'salvadoran|salvadorian',
  SY: 'syrian arab republic|syrian',
  SZ: 'swaziland|swazi',
  TC: 'turks and caicos islands',
  TD: 'chadian|tchadien',
  TG: 'togolese',
  TH: 'thai',
  TJ: 'tajik|tajikistani',
  TL: 'east timor',
  TM: 'turkmen',
  TN: 'tunisian',
  TR: 'turkey|turkish|republic of turkey|republic of turkiye',
  TT: 'trinidad and tobago|trinidadian',
  TW: 'taiwan province of china|taiwanese|republic of china|taiwan china',
  TZ: 'united republic of tanzania|tanzanian',
  UA: 'ukrainian',
  UG: 'ugandan',
  US: 'united states of america|usa|american|u s a|u s',
  UY: 'uruguayan',
  UZ: 'uzbek|uzbekistani',
  VA: 'holy see|vatican',
  VC: 'saint vincent and the grenadines|st vincent and the grenadines|saint vincent and grenadines',
  VE: 'bolivarian republic of venezuela|venezuelan',
  VG: 'virgin islands british',
  VI: 'virgin islands us|us virgin islands|united states virgin islands',
  VN: 'viet nam|vietnamese|socialist republic of vietnam',
  XK: 'kosovo|kosovar',
  YE: 'republic of yemen|yemeni',
  ZA: 'south african',
  ZM: 'zambian',
  ZW: 'zimbabwean',
}

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}]+/gu, ' ')
    .replace(/\b(?:the|la|le|les)\b/g, ' ')
    .replace(/\bst\b/g, 'saint')
    .replace(/\s+/g, ' ')
    .trim()

const buildNames = (): Map<string, string> => {
  const names = new Map<string, string>()
  const runtime = ['en', 'fr'].map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
  )
  for (const [alpha2, alpha3] of countryCodes) {
    for (const display of runtime) {
      const name = display.of(alpha2)
      if (name) names.set(fold(name), alpha3)
    }
  }
  for (const [alpha2, alpha3] of countryCodes) {
    for (const name of furtherNames[alpha2]?.split('|') ?? []) names.set(fold(name), alpha3)
    names.set(alpha3.toLowerCase(), alpha3)
    names.set(alpha2.toLowerCase(), alpha3)
  }
  names.set('uk', 'GBR')
  return names
}

/** Made at the first name: most processes read no list, and the names of the runtime take a while. */
let made: Map<string, string> | undefined
const namesOf = (): Map<string, string> => {
  made ??= buildNames()
  return made
}

const alpha3ByAlpha2 = new Map(countryCodes)
const alpha2ByAlpha3 = new Map(countryCodes.map(([alpha2, alpha3]) => [alpha3, alpha2]))
const known = new Map<string, string | null>()
const maxKnown = 5_000

const find = (text: string): string | null => {
  // A subdivision (`gb-sct`) belongs to its country.
  const part = /^([a-z]{2})-[a-z0-9]{1,3}$/i.exec(text.trim())
  if (part) return alpha3ByAlpha2.get((part[1] as string).toUpperCase()) ?? null
  const names = namesOf()
  // Codes are matched before folding. Folding removes articles, and `LA` is Laos.
  const direct = names.get(text.trim().toLowerCase()) ?? names.get(fold(text))
  if (direct) return direct
  // `Iran (Islamic Republic of)`, `Congo, Democratic Republic of the`, `Virgin Islands (U.S.)`
  const [, head, tail] = /^([^,(]+)[,(]\s*([^)]+)\)?\s*$/.exec(text) ?? []
  if (!head || !tail) return null
  return names.get(fold(`${tail} ${head}`)) ?? names.get(fold(`${head} ${tail}`)) ?? null
}

export const alpha2Of = (alpha3: string): string | null => alpha2ByAlpha3.get(alpha3) ?? null

/** The alpha-3 code of a country in any spelling, or null. */
export const countryCode = (text: string | null | undefined): string | null => {
  if (!text) return null
  const before = known.get(text)
  if (before !== undefined) return before
  const found = find(text)
  if (known.size >= maxKnown) known.clear()
  known.set(text, found)
  return found
}
