import type { AmlCheck, AmlScreening, Environment, RiskLevel } from '@nani/contract'
import { type FoundEntry, type ListReader, type ListVersion, listOf } from '../../lists/index.ts'
import type { Screener } from '../../screening/index.ts'
import { checksThatRun, fraudSubject } from './checks-that-run.ts'
import { type Finding, findingOf, findingOfJurisdiction } from './finding.ts'
import { findingOfCase, fraudSignals } from './fraud-finding.ts'
import type { FraudNetwork } from './fraud-network.ts'
import { pepBlock } from './pep-block.ts'
import { gravity, riskLevel, riskScore } from './risk-score.ts'
import type { SubjectFacts } from './subject.ts'

/** What screening asks of the rest of the house. */
export type ScreeningSources = {
  search: Screener['search']
  findEntries: ListReader['findEntries']
  findJurisdictions: ListReader['findJurisdictions']
  /** The versions that the index stands at. */
  currentVersions: ListReader['currentVersions']
  /** The list manager's threshold, 0–1. */
  threshold(): Promise<number>
  fraudNetwork: FraudNetwork
}

export type ScreeningQuestion = {
  facts: SubjectFacts
  checks: readonly AmlCheck[]
  environment: Environment
  nowMs: number
}

/** What a screening concludes: all of an `aml_screening` that is not about the call it came in. */
export type Screening = {
  checks: AmlCheck[]
  riskLevel: RiskLevel
  riskScore: number
  /** The gravest first: their places are those of the hits. */
  findings: Finding[]
  pep: AmlScreening['pep']
  fraudSignals: AmlScreening['fraud_signals']
  /** The last change of lists that it takes into account. */
  change: number
  /** Every list that was searched, and the version at which it stood. */
  versions: { list: string; version: string }[]
}

/** Entries of one list that a screening gives at most, the best first: a long list never crowds out another. */
const mostOfEachList = 100

/**
 * Screens one subject (spec 2 § `aml_screening`). A call and a monitor both do it by this, so that a monitor finds
 * what a new call would.
 */
export const screenSubject = async (
  question: ScreeningQuestion,
  sources: ScreeningSources,
): Promise<Screening> => {
  const { facts, environment, nowMs } = question
  const loaded = await sources.currentVersions(environment)
  const checks = checksThatRun(facts, question.checks, loaded)
  const searched = loaded.filter(({ category }) => checks.includes(category) && isSearched(category, facts))
  const [entries, jurisdictions, standing] = await Promise.all([
    findByName(question, searched, sources),
    checks.includes('high_risk_jurisdictions') ? findByCountry(question, sources) : [],
    checks.includes('watchlists') ? sources.fraudNetwork.find(fraudSubject(facts), environment) : null,
  ])
  const cases = (standing?.suspectIn ?? []).map((suspect) => findingOfCase(suspect, facts, nowMs))
  const findings = [...entries, ...jurisdictions, ...cases].sort(gravestFirst)
  const score = riskScore(findings)
  return {
    checks,
    riskLevel: riskLevel(score),
    riskScore: score,
    findings,
    pep: pepBlock(findings),
    fraudSignals: standing && fraudSignals(standing),
    change: Math.max(0, ...loaded.map(({ versionId }) => versionId)),
    versions: searched.map(({ list, label }) => ({ list, version: label })),
  }
}

/** Without a certified name the watchlists check asks the fraud network alone. */
const isSearched = (category: AmlCheck, { screened }: SubjectFacts): boolean =>
  category === 'high_risk_jurisdictions' || screened !== null

/** Hits of equal gravity stand in the order of their keys: the same question has the same answer. */
const gravestFirst = (a: Finding, b: Finding): number =>
  gravity(b) - gravity(a) || b.matchScore - a.matchScore || (a.key < b.key ? -1 : 1)

const findByName = async (
  { facts, environment, nowMs }: ScreeningQuestion,
  searched: readonly ListVersion[],
  { search, findEntries, threshold }: ScreeningSources,
): Promise<Finding[]> => {
  const named = searched.filter(({ category }) => category !== 'high_risk_jurisdictions')
  if (!facts.screened || named.length === 0) return []
  const matches = await search(facts.screened, {
    audience: environment === 'sandbox' ? 'sandbox' : 'everyone',
    threshold: await threshold(),
    lists: [...new Set(named.map(({ list }) => listOf(list).number))],
    limit: mostOfEachList,
  })
  if (matches.length === 0) return []
  const byId = new Map(matches.map((match) => [match.entryId, match]))
  const found = await findEntries([...byId.keys()])
  const findings = found.flatMap((entry) => {
    const match = byId.get(entry.entryId)
    return match ? [findingOf(entry, match, nowMs)] : []
  })
  return onePerKey(findings)
}

const findByCountry = async (
  { facts: { exposures }, environment, nowMs }: ScreeningQuestion,
  { findJurisdictions }: ScreeningSources,
): Promise<Finding[]> => {
  const countries = [...new Set(exposures.map(({ country }) => country))]
  const found: FoundEntry[] = await findJurisdictions(countries, environment)
  return onePerKey(found.map((entry) => findingOfJurisdiction(entry, exposures, nowMs)))
}

/** The sandbox ships some entries that an imported list has as well: one entry is one hit. */
const onePerKey = (findings: readonly Finding[]): Finding[] => {
  const kept = new Map<string, Finding>()
  for (const finding of findings) {
    const other = kept.get(finding.key)
    if (!other || other.matchScore < finding.matchScore) kept.set(finding.key, finding)
  }
  return [...kept.values()]
}
