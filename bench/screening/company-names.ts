import type { CleanPerson } from './list-files.ts'
import { pick, type Random } from './perturb.ts'

const trades =
  'Trading Construction Group Holdings International Services Transport Logistics Foods Engineering Consulting Investments Energy Mining Technologies Hotel Pharmacy Agricultural Shipping Electronics Marine Airlines Bank'.split(
    ' ',
  )
const forms = ['Ltd', 'LLC', 'S.A.', 'GmbH', 'Inc.', 'Company', 'SARL', 'Co., Ltd', '']
const words =
  'Green River Silver Mountain Golden Star Blue Ocean Sunrise Northern Light Eagle Royal Crown First Modern Future Smart Global Alpha Delta Prime Summit Valley Lake Stone Bridge Harbor Pioneer Victory Unity Liberty Phoenix Falcon Lion Diamond Pearl Crystal Bright Swift Noble Grand Pacific Atlantic Central Eastern'.split(
    ' ',
  )

/**
 * Common company names: a surname or words of the dictionary, a trade, a form. Some may be on a list. They measure
 * whether a change increases the hits.
 */
export const companyNames = (people: readonly CleanPerson[], random: Random, count: number): string[] => {
  const surnames = people.flatMap(({ name }) =>
    /^[A-Z][a-z]+( [A-Z][a-z]+)+$/.test(name) ? [name.split(' ').at(-1)!] : [],
  )
  const makes = [
    () => `${pick(random, surnames)} ${pick(random, trades)}`,
    () => `${pick(random, surnames)} & ${pick(random, surnames)}`,
    () => `${pick(random, words)} ${pick(random, words)} ${pick(random, trades)}`,
  ]
  return Array.from({ length: count }, (_, at) =>
    `${makes[at % makes.length]!()} ${pick(random, forms)}`.trim(),
  )
}
