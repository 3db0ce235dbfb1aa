import type { Draws } from '../draws.ts'
import { compounds, familyNames, femaleNames, maleNames, particles, type Region } from './names.ts'

export type PersonName = { first_name: string; last_name: string }

/** Draws from the beginning of a list more often, because frequent names come first. */
const common = (draws: Draws, list: readonly string[]): string =>
  list[Math.floor(list.length * draws.fraction() ** 1.7)] as string

const givenName = (draws: Draws, gender: 'male' | 'female'): string => {
  if (draws.chance(0.08)) {
    const { first, second } = compounds[gender]
    return `${first}-${draws.pick(second)}`
  }
  return common(draws, gender === 'male' ? maleNames : femaleNames)
}

const lastName = (draws: Draws, region: Region, withPostnom: boolean): string => {
  const nom = common(draws, familyNames[region])
  if (!withPostnom) return nom
  // One postnom in eight comes from another region. A postnom equal to the nom is drawn once more.
  const pool = familyNames[draws.chance(0.125) ? draws.pick(Object.keys(familyNames) as Region[]) : region]
  const drawn = common(draws, pool)
  const postnom = drawn === nom ? draws.pick(pool) : drawn
  return draws.chance(0.06) ? `${nom} ${particles[region]} ${postnom}` : `${nom} ${postnom}`
}

/** Nom, usually a postnom, and one or two prénoms that fit the gender: two to four parts. */
export const personName = (draws: Draws, region: Region, gender: 'male' | 'female'): PersonName => {
  const shape = draws.fraction()
  const first = givenName(draws, gender)
  const second = shape > 0.86 ? givenName(draws, gender) : first
  return {
    last_name: lastName(draws, region, shape > 0.11),
    first_name: second === first ? first : `${first} ${second}`,
  }
}

/** The name of a parent with the same nom. */
export const parentName = (draws: Draws, region: Region, gender: 'male' | 'female', nom: string): string =>
  `${nom} ${common(draws, familyNames[region])} ${givenName(draws, gender)}`
