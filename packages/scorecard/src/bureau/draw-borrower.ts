import { type Draws, drawsOf, type Random } from '../random.ts'
import {
  type CreditRecords,
  recordFields,
  type Source,
  type SourceRecord,
  sources,
} from '../serving/credit-records.ts'
import { type FieldDistribution, fieldDistributions } from './field-distributions.ts'

/** A synthetic citizen of the generated bureau. Only the records are ever an input of a score. */
export type Borrower = {
  records: CreditRecords
  /** Whether a loan is not repaid within 12 months: the outcome that the trainer learns. */
  defaulted: boolean
  /** The hidden risk that causes records, missing sources and outcome. Normal, mean 0; higher is riskier. */
  latentRisk: number
}

/**
 * The chance of a source, by risk and wealth: missing not at random, because riskier people have fewer sources. `typical`
 * is the mean risk and wealth of the people with the source. The quantiles of its fields describe these people.
 */
const presence: Readonly<Record<Source, { base: number; risk: number; wealth: number; typical: Person }>> = {
  mobile_money: { base: 1.1, risk: -0.12, wealth: 0.2, typical: { risk: -0.06, wealth: 0.08 } },
  telecom: { base: 2.4, risk: -0.12, wealth: 0.2, typical: { risk: -0.02, wealth: 0.04 } },
  banking: { base: -1.2, risk: -0.4, wealth: 0.9, typical: { risk: -0.43, wealth: 0.62 } },
  utilities: { base: -0.3, risk: -0.15, wealth: 0.8, typical: { risk: -0.22, wealth: 0.43 } },
}

/**
 * Log odds of a default at mean risk. They give the default rates of the two real files: 6.7 % for people with a bank
 * (Give Me Some Credit), 21.8 % for people with nano loans and without a bank (SuperLender). A test checks the rates.
 */
const outcome = { banked: -3.12, nanoLoans: -2.35, neither: -4, risk: 2.1 } as const

const wealthAgainstRisk = -0.35
/**
 * How much of the risk a source sees, by the number of sources: the rest is noise of this source. Citizens with one
 * source live mostly on cash, so that their records show less. Fields of one source share its noise.
 */
const riskInSource = [0, 0.35, 0.62, 0.87, 0.97] as const
const typicalRiskInSource = 0.85

const logistic = (x: number) => 1 / (1 + Math.exp(-x))
const rest = (...shares: number[]) => Math.sqrt(1 - shares.reduce((sum, share) => sum + share * share, 0))

/** Draws one citizen. The same random bytes give the same citizen. */
export const drawBorrower = (random: Random): Borrower => {
  const draws = drawsOf(random)
  const latentRisk = draws.normal()
  const wealth = wealthAgainstRisk * latentRisk + rest(wealthAgainstRisk) * draws.normal()
  const records: { [S in Source]: SourceRecord<S> | null } = {
    mobile_money: null,
    telecom: null,
    banking: null,
    utilities: null,
  }
  const present = sources.filter((source) => {
    const { base, risk, wealth: byWealth } = presence[source]
    return draws.chance(logistic(base + risk * latentRisk + byWealth * wealth))
  })
  const share = riskInSource[present.length]!
  for (const source of present) {
    const { typical } = presence[source]
    const seen = share * (latentRisk - typical.risk) + rest(share) * draws.normal()
    records[source] = drawRecord(source, { risk: seen, wealth: wealth - typical.wealth }, draws)
  }
  const { risk, ...bases } = outcome
  const defaulted = draws.chance(logistic(bases[segmentOf(records)] + risk * latentRisk))
  return { records, defaulted, latentRisk }
}

/** The population whose default rate a real file gives. */
export const segmentOf = ({
  banking,
  mobile_money: money,
}: CreditRecords): 'banked' | 'nanoLoans' | 'neither' =>
  banking ? 'banked' : typeof money?.nano_loans_repaid_late_share === 'number' ? 'nanoLoans' : 'neither'

/** A bureau of `count` citizens, one after the other. */
export const syntheticBureau = function* (random: Random, count: number): Generator<Borrower> {
  for (let index = 0; index < count; index++) yield drawBorrower(random)
}

type Person = { risk: number; wealth: number }

const drawRecord = (source: Source, person: Person, draws: Draws): Record<string, number | null> =>
  Object.fromEntries(
    recordFields[source].map((field) => [
      field,
      drawValue((fieldDistributions[source] as Record<string, FieldDistribution>)[field]!, person, draws),
    ]),
  )

const drawValue = (distribution: FieldDistribution, person: Person, draws: Draws): number | null => {
  const { risk, wealth, quantiles, isWhole, absentShare = 0.02 } = distribution
  // The variance of the sum: risk and wealth are related, and the quantiles need a standard normal number.
  const spread = Math.sqrt(1 + 2 * risk * wealth * typicalRiskInSource * wealthAgainstRisk)
  const normal = (risk * person.risk + wealth * person.wealth + rest(risk, wealth) * draws.normal()) / spread
  const isAbsent = draws.chance(absentShare)
  if (isAbsent) return null
  const value = quantileAt(quantiles, normalShare(normal))
  return isWhole ? Math.round(value) : Number(value.toPrecision(4))
}

const quantileAt = (quantiles: FieldDistribution['quantiles'], share: number): number => {
  const next = quantiles.findIndex(([probability]) => probability >= share)
  const [p1, v1] = quantiles[next] ?? quantiles.at(-1)!
  const [p0, v0] = quantiles[next - 1] ?? [0, v1]
  return p1 === p0 ? v1 : v0 + ((share - p0) / (p1 - p0)) * (v1 - v0)
}

/** The share of a normal distribution below x (Abramowitz and Stegun 7.1.26; error below 1e-7). */
const normalShare = (x: number): number => {
  const z = Math.abs(x) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * z)
  const polynomial =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const tail = (polynomial * Math.exp(-z * z)) / 2
  return x < 0 ? tail : 1 - tail
}
