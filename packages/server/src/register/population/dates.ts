import type { Draws } from '../draws.ts'
import { ageBandWeights } from './lives.ts'
import { weightedChoice } from './weighted-choice.ts'

export const dayMs = 86_400_000

/** The day on which a generated population stands still: ages and expiries are relative to it. */
export const referenceMs = Date.UTC(2025, 0, 1)

/** When enrolment began. */
const enrolmentStartMs = Date.UTC(2019, 0, 1)

const band = weightedChoice(ageBandWeights.map((weight, index) => ({ value: index, weight })))

export const isoDate = (epochMs: number): string => new Date(epochMs).toISOString().slice(0, 10)

/** A day of birth after the age pyramid of `ageBandWeights`. */
export const birthMs = (draws: Draws): number => {
  const years = band(draws) * 5 + draws.fraction() * 5
  return referenceMs - Math.ceil(years * 365.2425) * dayMs
}

/** A moment between enrolment's beginning (or shortly after birth) and the reference date, on a whole second. */
export const enrolledMs = (draws: Draws, bornMs: number): number => {
  const earliest = Math.max(enrolmentStartMs, bornMs)
  return earliest + Math.floor(((referenceMs - earliest) * draws.fraction()) / 1000) * 1000
}

/** A day in the last `years` before the reference date. */
export const recentMs = (draws: Draws, years: number): number =>
  referenceMs - (1 + draws.below(Math.floor(years * 365))) * dayMs
