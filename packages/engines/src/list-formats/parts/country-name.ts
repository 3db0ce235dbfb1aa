import { alpha2Of } from './country-code.ts'

// Names of the UN and FATF lists that differ from the short name of the runtime.
const asListed: Readonly<Record<string, string>> = {
  CD: 'Democratic Republic of the Congo',
  CG: 'Republic of the Congo',
  HK: 'Hong Kong',
  KP: "Democratic People's Republic of Korea",
  KR: 'Republic of Korea',
  LA: "Lao People's Democratic Republic",
  MM: 'Myanmar',
  MO: 'Macao',
  PS: 'State of Palestine',
  VC: 'Saint Vincent and the Grenadines',
}

const runtime = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** The name of a country in official lists, in English, complete and in reading order. */
export const countryName = (alpha3: string): string => {
  const alpha2 = alpha2Of(alpha3)
  if (alpha2 === null) return alpha3
  return asListed[alpha2] ?? written(runtime.of(alpha2) ?? alpha3)
}

const written = (name: string): string =>
  name
    .replace(/^St\. /, 'Saint ')
    .replaceAll(' & ', ' and ')
    .replaceAll('’', "'")
