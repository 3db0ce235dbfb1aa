import { expect, test } from 'vitest'
import { amountOf, dateAndTime, dayInWords, inDigits, timeOf } from './dates.ts'
import { count, fill } from './fill.ts'
import { chooseLanguage, type Language, languageNames, loadTexts } from './languages.ts'
import type { Texts } from './texts.ts'

const names = Object.keys(languageNames) as Language[]
const catalogues = new Map(
  await Promise.all(names.map(async (name) => [name, (await loadTexts(name)).texts] as const)),
)
const french = catalogues.get('fr') as Texts

/** Every text by its place. */
const textsOf = (content: unknown, place = ''): [place: string, text: string][] => {
  if (typeof content === 'string') return [[place, content]]
  if (content === null || typeof content !== 'object') return []
  return Object.entries(content).flatMap(([name, inner]) => textsOf(inner, `${place}.${name}`))
}
const valuesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

test.each(names)('%s has every text of French, with the same values in it', (name) => {
  const own = new Map(textsOf(catalogues.get(name)))
  const wanted = textsOf(french)
  expect([...own.keys()].toSorted()).toEqual(wanted.map(([place]) => place).toSorted())
  expect([...own].filter(([, text]) => text.trim() === '')).toEqual([])
  for (const [place, text] of wanted) expect(valuesIn(own.get(place) ?? ''), place).toEqual(valuesIn(text))
})

test.each(names)('%s says its own name and whether a machine made it', (name) => {
  const { language, isMachineMade, months } = catalogues.get(name) as Texts
  expect(language).toBe(languageNames[name])
  expect(isMachineMade).toBe(!['fr', 'en'].includes(name))
  expect(new Set(months).size).toBe(12)
})

test('a language without a review is not French or English under another name', () => {
  for (const name of ['ln', 'sw', 'lua', 'kg'] as const)
    for (const known of ['fr', 'en'] as const) {
      const other = new Map(textsOf(catalogues.get(known)))
      const same = textsOf(catalogues.get(name)).filter(([place, text]) => other.get(place) === text)
      expect(same.length / other.size, `${name} ${known}`).toBeLessThan(0.05)
    }
})

test('the chosen language comes first, then those of the browser, then French', () => {
  expect(chooseLanguage('sw', ['en'])).toBe('sw')
  expect(chooseLanguage(null, ['de-DE', 'ln-CD', 'en'])).toBe('ln')
  expect(chooseLanguage('constructor', ['de'])).toBe('fr')
})

test('no line of French begins with a mark of its sentence', () => {
  const breaks = (text: string) => / [?!:;»]|« /.test(text)
  expect(textsOf(french).filter(([, text]) => breaks(text))).toEqual([])
  expect(breaks('C’est vous ?')).toBe(true)
})

test('numbers choose the plural of their language', () => {
  const of = (name: Language, n: number) => {
    const texts = catalogues.get(name) as Texts
    return count(texts, texts.shell.secondsLeft, n)
  }
  expect([of('fr', 0), of('fr', 1), of('fr', 2)]).toEqual([
    'Il reste 0 seconde',
    'Il reste 1 seconde',
    'Il reste 2 secondes',
  ])
  expect([of('en', 0), of('en', 1)]).toEqual(['0 seconds left', '1 second left'])
  for (const name of names) expect(of(name, 7)).toContain('7')
})

test('a value of a text is inserted as it is, and a missing one stays visible', () => {
  expect(fill('{name} asks', { name: '$& {n}' })).toBe('$& {n} asks')
  expect(fill('{name} asks', {})).toBe('{name} asks')
})

test('dates are in digits, and the month of a heading is in the language', () => {
  const at = new Date(2026, 10, 3, 4, 5).toISOString()
  expect(inDigits(at)).toBe('03/11/2026')
  expect(timeOf(at)).toBe('04:05')
  expect(dateAndTime(at)).toBe('03/11/2026 04:05')
  expect(dayInWords(french, at)).toBe('3 novembre 2026')
  expect(dayInWords(catalogues.get('sw') as Texts, at)).toBe('3 Novemba 2026')
})

test('amounts have groups of three digits', () => {
  expect(amountOf({ value: 1_250_000, currency: 'CDF' })).toBe('1\u202f250\u202f000\u00a0CDF')
  expect(amountOf({ value: 12.5, currency: 'USD' })).toBe('12,50\u00a0USD')
})
