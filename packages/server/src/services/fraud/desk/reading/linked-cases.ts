import { comparePersonNames } from '@nani/engines/names/index.ts'
import { askAll, type NamedDatabase } from '../../../../gateway/acts/index.ts'
import type { CaseVaults } from '../../../../risk/fraud-network/index.ts'
import type { CaseReport } from '../../case-report.ts'
import { type FraudCase, reportOfCase, selectCasesBy } from '../../case-row.ts'
import type { PartyKeyKind } from '../../party-keys.ts'
import type { CasesOfAll } from './cases-of-all.ts'
import type { CaseKey, SharedKey } from './shared-keys.ts'
import { sharedKeysOfAll } from './shared-keys-of-all.ts'

/** Two cases that share something. `reasons` has each kind once. */
export type CaseLink = {
  from: string
  to: string
  reasons: readonly PartyKeyKind[]
  /** From 0 to 1: how certain it is that a party of both is the same. */
  strength: number
}

/** The cases that are linked to one case, directly or through others, with the case itself. */
export type CaseGraph = {
  cases: readonly FraudCase[]
  links: readonly CaseLink[]
  /** More cases are linked than are shown. */
  isCut: boolean
  /** The databases that did not answer. */
  unread: readonly string[]
}

/** An identifier is certain. A phone number can be passed on, and people can share a name and a date of birth. */
const strengthOf: Readonly<Record<PartyKeyKind, number>> = {
  identifier: 1,
  phone: 0.8,
  company: 0.7,
  birth: 0.6,
}

export const maxGraphCases = 500
const maxKeysOfStep = 5_000

type Pair = { from: string; to: string; strengths: Map<PartyKeyKind, number> }

/** Follows the links of a case step by step. `maxSteps` 1: the directly linked cases alone. */
export const caseGraph = async (
  databases: readonly NamedDatabase[],
  start: FraudCase,
  vaults: CaseVaults,
  maxSteps = maxGraphCases,
): Promise<CaseGraph> => {
  const known = new Map([[keyOf(start), start]])
  const parties = openParties(vaults)
  const pairs = new Map<string, Pair>()
  const missing: string[] = []
  const silent: string[] = []
  /** One that did not answer is not waited for at each step. */
  const answering = () => databases.filter(({ name }) => !silent.includes(name))
  let isCut = false
  let frontier: FraudCase[] = [start]
  for (let step = 0; step < maxSteps && frontier.length > 0; step++) {
    const { shared, ...keys } = await sharedKeysOfAll(answering(), frontier, maxKeysOfStep)
    missing.push(...keys.unread)
    silent.push(...keys.silent)
    isCut ||= shared.length === maxKeysOfStep
    const { cases: met, ...read } = await casesOf(answering(), shared, known)
    missing.push(...read.unread)
    silent.push(...read.silent)
    const isNew = new Map(met.map((one) => [keyOf(one), one]))
    const reached = new Set<string>()
    for (const one of shared) {
      const [own, other] = [keyOf(one.own), keyOf(one.other)]
      const [ownCase, otherCase] = [known.get(own), known.get(other) ?? isNew.get(other)]
      const strength = ownCase && otherCase ? strengthBetween(one, ownCase, otherCase, parties) : 0
      if (!ownCase || !otherCase || strength === 0) continue
      if (!known.has(other) && known.size + reached.size >= maxGraphCases && !reached.has(other)) {
        isCut = true
        continue
      }
      if (!known.has(other)) reached.add(other)
      notePair(pairs, [ownCase.caseNumber, otherCase.caseNumber], one.kind, strength)
    }
    frontier = [...reached].flatMap((key) => isNew.get(key) ?? [])
    for (const one of frontier) known.set(keyOf(one), one)
  }
  return {
    cases: [...known.values()],
    links: [...pairs.values()].map(linkOf).toSorted(byStrength),
    isCut,
    unread: missing,
  }
}

const keyOf = ({ applicationId, caseId }: CaseKey): string => `${applicationId} ${caseId}`

const casesOf = async (
  databases: readonly NamedDatabase[],
  shared: readonly SharedKey[],
  known: ReadonlyMap<string, FraudCase>,
): Promise<CasesOfAll & { silent: string[] }> => {
  const wanted = new Map(shared.map(({ other }) => [keyOf(other), other]))
  for (const key of known.keys()) wanted.delete(key)
  const keys = [...wanted.values()].slice(0, 2 * maxGraphCases)
  if (keys.length === 0) return { cases: [], unread: [], silent: [] }
  const { answers, unread, silent } = await askAll(databases, (pool) =>
    selectCasesBy(
      pool,
      'where (c.application_id, c.case_id) in (select * from unnest($1::text[], $2::text[]))',
      [keys.map(({ applicationId }) => applicationId), keys.map(({ caseId }) => caseId)],
    ),
  )
  return { cases: answers.flatMap(({ answer }) => answer), unread, silent }
}

/** The names of the parties, by case: each report is opened once. */
const openParties = (vaults: CaseVaults) => {
  const reports = new Map<string, CaseReport | null>()
  return (fraudCase: FraudCase, party: number): string | null => {
    const key = keyOf(fraudCase)
    if (!reports.has(key)) reports.set(key, reportOfCase(fraudCase, vaults))
    const report = reports.get(key)
    const found = party === 0 ? report?.subject : report?.victims[party - 1]
    return found?.fullName ?? null
  }
}

/** People of one birth date are linked only if their names can be those of one person. */
const strengthBetween = (
  { kind, own, other }: SharedKey,
  ownCase: FraudCase,
  otherCase: FraudCase,
  nameOf: ReturnType<typeof openParties>,
): number => {
  if (kind !== 'birth') return strengthOf[kind]
  const [one, another] = [nameOf(ownCase, own.party), nameOf(otherCase, other.party)]
  if (one === null || another === null) return 0
  const { verdict, similarity } = comparePersonNames(one, another)
  return verdict === 'no_match' ? 0 : strengthOf.birth * similarity
}

const notePair = (
  pairs: Map<string, Pair>,
  numbers: [string, string],
  kind: PartyKeyKind,
  strength: number,
): void => {
  const [from, to] = numbers.toSorted() as [string, string]
  const pair = pairs.get(`${from} ${to}`) ?? { from, to, strengths: new Map() }
  pair.strengths.set(kind, Math.max(strength, pair.strengths.get(kind) ?? 0))
  pairs.set(`${from} ${to}`, pair)
}

/** Reasons are independent: the strength is the chance that not all of them are wrong. */
const linkOf = ({ from, to, strengths }: Pair): CaseLink => ({
  from,
  to,
  reasons: [...strengths.keys()].toSorted(),
  strength:
    Math.round((1 - [...strengths.values()].reduce((wrong, one) => wrong * (1 - one), 1)) * 100) / 100,
})

const byStrength = (one: CaseLink, other: CaseLink): number =>
  other.strength - one.strength || one.from.localeCompare(other.from) || one.to.localeCompare(other.to)
