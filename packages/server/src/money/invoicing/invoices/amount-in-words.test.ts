import { expect, test } from 'vitest'
import { amountInWords, wholeInWords } from './amount-in-words.ts'

test.each<[number, string, string]>([
  [0, 'zero', 'zéro'],
  [21, 'twenty-one', 'vingt et un'],
  [71, 'seventy-one', 'septante et un'],
  [80, 'eighty', 'quatre-vingts'],
  [81, 'eighty-one', 'quatre-vingt-un'],
  [99, 'ninety-nine', 'nonante-neuf'],
  [100, 'one hundred', 'cent'],
  [200, 'two hundred', 'deux cents'],
  [201, 'two hundred one', 'deux cent un'],
  [1_000, 'one thousand', 'mille'],
  [80_000, 'eighty thousand', 'quatre-vingt mille'],
  [200_000, 'two hundred thousand', 'deux cent mille'],
  [2_000_000, 'two million', 'deux millions'],
  [
    1_234_567_890,
    'one billion two hundred thirty-four million five hundred sixty-seven thousand eight hundred ninety',
    'un milliard deux cent trente-quatre millions cinq cent soixante-sept mille huit cent nonante',
  ],
])('%d in words', (number, en, fr) => {
  expect([wholeInWords(number, 'en'), wholeInWords(number, 'fr')]).toEqual([en, fr])
})

test('an amount has its currency and its cents', () => {
  expect(amountInWords(116.05, 'USD', 'en')).toBe('one hundred sixteen US dollars and five cents')
  expect(amountInWords(116.05, 'CDF', 'fr')).toBe('cent seize francs congolais et cinq centimes')
})
