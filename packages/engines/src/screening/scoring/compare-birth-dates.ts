import { dayMs } from '@nani/foundation/core/concurrency/threads.ts'
import type { BirthDate } from '../../list-formats/index.ts'

/** The result of comparing two birth dates, and its effect on the score in logits. */
export type FactEvidence = { score: number; logit: number }

const yearDays = 365.25
/** Maximum error of a date that a list calls approximate. */
const circaYears = 2

/** The effect of the same day. */
export const maxDateAgreement = 2.5

/**
 * Evidence of the entry date that agrees best. One wrong digit, or day and month exchanged, is a typing error. A few
 * years are the uncertainty of lists. Decades are evidence of another person.
 */
export const compareBirthDates = (subject: string, dates: readonly BirthDate[]): FactEvidence | null => {
  const day = dayOf(subject)
  let best: FactEvidence | null = null
  for (const date of dates) {
    const evidence = compareDate(subject, day, date)
    if (evidence !== null && (best === null || evidence.logit > best.logit)) best = evidence
  }
  return best
}

const compareDate = (subject: string, day: number, date: BirthDate): FactEvidence | null => {
  const from = dayOf(date.from)
  const to = dayOf(date.to)
  if (Number.isNaN(day) || Number.isNaN(from) || Number.isNaN(to)) return null
  const apart = Math.max(0, from - day, day - to) / yearDays
  if (apart === 0) return agreement((to - from) / yearDays, date.circa)
  if (from === to && isSlip(subject, date.from)) return { score: 0.8, logit: 0.8 }
  return disagreement(Math.max(0, apart - (date.circa ? circaYears : 0)))
}

/** A day is stronger evidence than a year, and a year is stronger than a range of years. */
const agreement = (years: number, circa: boolean): FactEvidence => {
  if (circa) return { score: 0.8, logit: 0.6 }
  if (years < 0.003) return { score: 1, logit: maxDateAgreement }
  if (years < 0.1) return { score: 1, logit: 1.8 }
  if (years < 1.01) return { score: 0.95, logit: 1.2 }
  return years < 5.1 ? { score: 0.85, logit: 0.6 } : { score: 0.7, logit: 0.3 }
}

const disagreement = (years: number): FactEvidence => {
  if (years <= 1) return { score: 0.6, logit: -0.2 }
  if (years <= 2.5) return { score: 0.45, logit: -0.4 }
  if (years <= 5) return { score: 0.3, logit: -0.8 }
  return years <= 10 ? { score: 0.15, logit: -2 } : { score: 0, logit: -3.8 }
}

/** Whether one digit differs, or day and month are exchanged. */
const isSlip = (a: string, b: string): boolean => {
  if (a === `${b.slice(0, 5)}${b.slice(8)}-${b.slice(5, 7)}`) return true
  let differing = 0
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) differing++
  // A wrong digit of the decade or century indicates another generation.
  return differing === 1 && a.slice(0, 3) === b.slice(0, 3)
}

const dayOf = (date: string): number => Date.parse(date) / dayMs
