import { costs } from '../scoring/costs.ts'
import { leastNameScore, leastRawScore } from '../scoring/index.ts'
import { weightUnit } from './prefilter-words.ts'

/**
 * Names with a lower raw score are not searched, whatever the threshold. Half of their weight would be contradicted.
 */
const lowestRaw = 0.5
/** Maximum that particles and titles can add to the agreement. The prefilter gives them no weight. */
const unweighed = 0.4 * weightUnit
/** Tolerance for rounded weights. */
const tolerance = 0.005

/**
 * The rule of the prefilter. Names pass if they could reach the threshold when every linked word is equal and all
 * facts agree. The rule is an upper bound of `rawNameScore`. It uses no statistics of an index, so two names pass in
 * both directions, whatever else is indexed. All weights are in the unit of the prefilter.
 */
export class PrefilterRule {
  readonly threshold: number
  /** Minimum score of the names alone. */
  readonly leastNameRaw: number
  readonly #leastRaw: number
  readonly #contradictionPerAgreement: number

  constructor(threshold: number) {
    this.threshold = threshold
    this.leastNameRaw = leastRawScore(leastNameScore(threshold)) - tolerance
    this.#leastRaw = Math.max(lowestRaw - tolerance, this.leastNameRaw)
    this.#contradictionPerAgreement = (1 / this.#leastRaw - 1) / costs.contradiction
  }

  /** Whether a name can be a part of a longer one. `left` is the weight of its words without a link. */
  passesContained(left: number): boolean {
    return left <= unweighed
  }

  /**
   * Whether two names can agree enough. `linked` is the larger weight of the linked words. `left` and `leftOther` are
   * the weights of the words without a link.
   */
  passes(linked: number, left: number, leftOther: number, ofPerson: boolean): boolean {
    const agreed = linked + unweighed
    const contradicted = Math.min(left, leftOther)
    if (contradicted > agreed * this.#contradictionPerAgreement) return false
    const omitted = Math.abs(left - leftOther) - unweighed
    if (omitted <= 0) return true
    const share = omitted / (agreed + omitted)
    const thin = Math.max(0, 1 - agreed / (costs.thinBelow * weightUnit))
    const recognised = agreed / (agreed + contradicted * costs.contradiction)
    const thinCost = ofPerson ? costs.thin : costs.thinOfCompany
    const omission = ofPerson ? costs.omission : costs.omissionOfCompany
    const raw = recognised * (1 - omission * share * Math.sqrt(share)) * (1 - thinCost * thin * share)
    return raw >= this.#leastRaw
  }
}
