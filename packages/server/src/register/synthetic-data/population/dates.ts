import type { Draws } from '../draws.ts'
import { ageBandWeights } from './lives.ts'
import { weightedChoice } from './weighted-choice.ts'

export const dayMs = 86_400_000

/** The reference date of a generated population. Ages and expiries are relative to it. */
export const referenceMs = Date.UTC(2025, 0, 1)

/** The first day of enrolment. */
const enrolmentStartMs = Date.UTC(2019, 0, 1)

const band = weightedChoice(ageBandWeights.map((weight, index) => ({ value: index, weight })))

export const isoDate = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10)

/** A birth date drawn from the age pyramid of `ageBandWeights`. */
export const birthMs = (draws: Draws): number => {
  const years = band(draws) * 5 + draws.fraction() * 5
  return referenceMs - Math.ceil(years * 365.2425) * dayMs
}

/** A whole second between the beginning of enrolment (or shortly after birth) and the reference date. */
export const enrolledMs = (draws: Draws, bornMs: number): number => {
  const earliest = Math.max(enrolmentStartMs, bornMs)
  return earliest + Math.floor(((referenceMs - earliest) * draws.fraction()) / 1000) * 1000
}

/** A day in the last `years` before the reference date. */
export const recentMs = (draws: Draws, years: number): number =>
  referenceMs - (1 + draws.below(Math.floor(years * 365))) * dayMs

/** The first day of a month, `YYYY-MM-DD`. */
export const monthStart = (atMs: number): string => `${isoDate(atMs).slice(0, 7)}-01`
