import type { Currency } from '../../billing/index.ts'

export type Language = 'fr' | 'en'

const english = {
  units:
    `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen`.split(/\s+/),
  tens: 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' '),
}

const englishBelowThousand = (number: number): string => {
  const { units, tens } = english
  if (number < 20) return units[number] as string
  if (number < 100) {
    const rest = number % 10
    return `${tens[Math.floor(number / 10)]}${rest ? `-${units[rest]}` : ''}`
  }
  const rest = number % 100
  return `${units[Math.floor(number / 100)]} hundred${rest ? ` ${englishBelowThousand(rest)}` : ''}`
}

/** With septante and nonante, as in Congo. */
const french = {
  units:
    `zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit
    dix-neuf`.split(/\s+/),
  tens: 'zéro dix vingt trente quarante cinquante soixante septante quatre-vingt nonante'.split(' '),
}

const frenchBelowHundred = (number: number, isLast: boolean): string => {
  const { units, tens } = french
  if (number < 20) return units[number] as string
  const ten = Math.floor(number / 10)
  const rest = number % 10
  if (rest === 0) return ten === 8 && isLast ? 'quatre-vingts' : (tens[ten] as string)
  if (rest === 1 && ten !== 8) return `${tens[ten]} et un`
  return `${tens[ten]}-${units[rest]}`
}

const frenchBelowThousand = (number: number, isLast: boolean): string => {
  if (number < 100) return frenchBelowHundred(number, isLast)
  const hundreds = Math.floor(number / 100)
  const rest = number % 100
  const head = hundreds === 1 ? 'cent' : `${french.units[hundreds]} cent${rest === 0 && isLast ? 's' : ''}`
  return rest === 0 ? head : `${head} ${frenchBelowHundred(rest, isLast)}`
}

const scales = [
  { value: 1_000_000_000, en: 'billion', fr: 'milliard' },
  { value: 1_000_000, en: 'million', fr: 'million' },
  { value: 1_000, en: 'thousand', fr: 'mille' },
] as const

/** A whole number below a thousand billion, in words. */
export const wholeInWords = (number: number, language: Language): string => {
  const words: string[] = []
  let rest = number
  for (const { value, en, fr } of scales) {
    const count = Math.floor(rest / value)
    rest %= value
    if (count === 0) continue
    if (language === 'en') words.push(`${englishBelowThousand(count)} ${en}`)
    else if (fr === 'mille') words.push(count === 1 ? fr : `${frenchBelowThousand(count, false)} ${fr}`)
    else words.push(`${frenchBelowThousand(count, true)} ${fr}${count > 1 ? 's' : ''}`)
  }
  if (rest > 0 || words.length === 0)
    words.push(language === 'en' ? englishBelowThousand(rest) : frenchBelowThousand(rest, true))
  return words.join(' ')
}

const currencies: Record<Currency, Record<Language, { units: string; cents: string }>> = {
  USD: {
    en: { units: 'US dollars', cents: 'cents' },
    fr: { units: 'dollars américains', cents: 'cents' },
  },
  CDF: {
    en: { units: 'Congolese francs', cents: 'centimes' },
    fr: { units: 'francs congolais', cents: 'centimes' },
  },
}

/** An amount with two decimals, in words, as invoices state it. */
export const amountInWords = (value: number, currency: Currency, language: Language): string => {
  const totalCents = Math.round(value * 100)
  const { units, cents } = currencies[currency][language]
  const whole = wholeInWords(Math.floor(totalCents / 100), language)
  const and = language === 'en' ? 'and' : 'et'
  return `${whole} ${units} ${and} ${wholeInWords(totalCents % 100, language)} ${cents}`
}
