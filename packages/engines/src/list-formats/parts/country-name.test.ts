import { expect, test } from 'vitest'
import { countryCode } from './country-code.ts'
import { countryName } from './country-name.ts'

test.each([
  ['COD', 'Democratic Republic of the Congo'],
  ['COG', 'Republic of the Congo'],
  ['PRK', "Democratic People's Republic of Korea"],
  ['MMR', 'Myanmar'],
  ['CIV', "Côte d'Ivoire"],
  ['BIH', 'Bosnia and Herzegovina'],
  ['KNA', 'Saint Kitts and Nevis'],
  ['IRN', 'Iran'],
  ['ZZZ', 'ZZZ'],
])('the name of %s is %s', (code, name) => {
  expect(countryName(code)).toBe(name)
})

test('the name of every country is read as this country again', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) =>
    letters.flatMap((second) => {
      const code = countryCode(`${first}${second}`)
      return code === null ? [] : [code]
    }),
  )
  expect(codes.length).toBeGreaterThan(200)
  for (const code of codes) expect([code, countryCode(countryName(code))]).toEqual([code, code])
})
