import { COSTS } from '../scoring/costs.ts'
import { leastNameScore, leastRawScore } from '../scoring/index.ts'
import { WEIGHT_UNIT } from './sieve-words.ts'

/** Under this raw score nobody looks for names, whatever the threshold: half of what they say would be contradicted. */
const LOWEST_RAW = 0.5
/** What particles and titles, which the sieve does not weigh, may add to what agrees. */
const UNWEIGHED = 0.4 * WEIGHT_UNIT
/** Weights are rounded. */
const TOLERANCE = 0.005

/**
 * The rule of the sieve: names pass when they could reach the threshold if every linked word were equal and all facts
 * agreed. It bounds `rawNameScore` from above and knows no statistics of an index, so that the same two names pass in
 * either direction, whatever else is indexed. All weights are in the sieve's unit.
 */
export class SieveRule {
  readonly threshold: number
  /** What the names themselves must score. */
  readonly leastNameRaw: number
  readonly #leastRaw: number
  readonly #contradictionPerAgreement: number

  constructor(threshold: number) {
    this.threshold = threshold
    this.leastNameRaw = leastRawScore(leastNameScore(threshold)) - TOLERANCE
    this.#leastRaw = Math.max(LOWEST_RAW - TOLERANCE, this.leastNameRaw)
    this.#contradictionPerAgreement = (1 / this.#leastRaw - 1) / COSTS.contradiction
  }

  /** Whether names may agree enough of which these weights are linked to the other, and those are not. */
  passes(linked: number, linkedOther: number, left: number, leftOther: number, ofPerson: boolean): boolean {
    const agreed = Math.max(linked, linkedOther) + UNWEIGHED
    const contradicted = Math.min(left, leftOther)
    if (contradicted > agreed * this.#contradictionPerAgreement) return false
    const omitted = Math.abs(left - leftOther) - UNWEIGHED
    if (omitted <= 0) return true
    const share = omitted / (agreed + omitted)
    const thin = Math.max(0, 1 - agreed / (COSTS.thinBelow * WEIGHT_UNIT))
    const recognised = agreed / (agreed + contradicted * COSTS.contradiction)
    const thinCost = ofPerson ? COSTS.thin : COSTS.thinOfCompany
    const omission = ofPerson ? COSTS.omission : COSTS.omissionOfCompany
    const raw = recognised * (1 - omission * share * Math.sqrt(share)) * (1 - thinCost * thin * share)
    return raw >= this.#leastRaw
  }
}
