import { expect, test } from 'vitest'
import { countryCode } from './country-code.ts'

test.each([
  ['cd', 'COD'],
  ['COD', 'COD'],
  ['LA', 'LAO'],
  ['na', 'NAM'],
  ['gb-sct', 'GBR'],
  ['Democratic Republic of the Congo', 'COD'],
  ['Congo, Democratic Republic of the', 'COD'],
  ['République démocratique du Congo', 'COD'],
  ['Congo (Kinshasa)', 'COD'],
  ['Congo', 'COG'],
  ['Korea, North', 'PRK'],
  ["Democratic People's Republic of Korea", 'PRK'],
  ['Democratic People’s Republic of Korea', 'PRK'],
  ['Iran (Islamic Republic of)', 'IRN'],
  ['United Kingdom of Great Britain and Northern Ireland', 'GBR'],
  ['Virgin Islands, British', 'VGB'],
  ['Côte d’Ivoire', 'CIV'],
  ['TÜRKIYE', 'TUR'],
  ['Burma', 'MMR'],
  ['Iraqi', 'IRQ'],
  ['Somali', 'SOM'],
  ['The Gambia', 'GMB'],
  ['Region: Gaza', 'PSE'],
])('%s is %s', (written, code) => {
  expect(countryCode(written)).toBe(code)
})

test.each(['', 'former Soviet Union', 'undetermined', 'Region: Crimea', 'zz', 'eu', 'Kinshasa Street 4'])(
  'what is no country of today, such as "%s", is none',
  (written) => {
    expect(countryCode(written)).toBeNull()
  },
)
