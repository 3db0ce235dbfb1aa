import type { AmlCheck, AmlScreening, Environment, RiskLevel } from '@nani/contract'
import type { Screener } from '@nani/engines/screening/index.ts'
import { type FraudNetwork, isSearchable } from '../../risk/fraud-network/index.ts'
import { type FoundEntry, type ListReader, type ListVersion, listOf } from '../../risk/lists/index.ts'
import { checksThatRun, fraudSubject } from './hits/checks-that-run.ts'
import { type Finding, findingOf, findingOfJurisdiction } from './hits/finding.ts'
import { findingOfCase, fraudListName, fraudSignals } from './hits/fraud-finding.ts'
import { pepBlock } from './hits/pep-block.ts'
import type { AtVersions } from './list-index.ts'
import { contributionOf, riskLevel, riskScore } from './risk-score.ts'
import type { SubjectFacts } from './subject/subject.ts'

/** The sources of a screening. */
export type ScreeningSources = {
  search: Screener['search']
  findEntries: ListReader['findEntries']
  findJurisdictions: ListReader['findJurisdictions']
  areListed: ListReader['areListed']
  /** The versions of the index. */
  currentVersions: ListReader['currentVersions']
  /** Runs work with the versions of the index, and returns them. */
  atVersions: AtVersions
  /** The threshold of the list manager, 0 to 1. */
  threshold(): Promise<number>
  fraudNetwork: FraudNetwork
}

export type ScreeningQuestion = {
  facts: SubjectFacts
  checks: readonly AmlCheck[]
  environment: Environment
  /** In the sandbox an application sees its own fraud cases alone. */
  applicationId: string
  nowMs: number
}

/** The result of a screening: the part of an `aml_screening` that is independent of its call. */
export type Screening = {
  checks: AmlCheck[]
  riskLevel: RiskLevel
  riskScore: number
  /** Most severe first. Their positions are those of the hits. */
  findings: Finding[]
  pep: AmlScreening['pep']
  fraudSignals: AmlScreening['fraud_signals']
  /** The last change of lists that it takes into account. */
  change: number
  /** Every searched list by name, with its version. Null for the fraud network, which has no version. */
  listVersions: AmlScreening['list_versions']
}

/** Maximum number of entries of one list, best first, so that a long list does not displace another. */
const maxOfEachList = 100

/**
 * Screens one subject (spec/aml#screening-result). Calls and monitors both use it, so that they give the same result.
 */
export const screenSubject = (question: ScreeningQuestion, sources: ScreeningSources): Promise<Screening> =>
  sources.atVersions(question.environment, (loaded) => screenAgainst(loaded, question, sources))

const screenAgainst = async (
  loaded: readonly ListVersion[],
  question: ScreeningQuestion,
  sources: ScreeningSources,
): Promise<Screening> => {
  const { facts, nowMs } = question
  const change = Math.max(0, ...loaded.map(({ versionId }) => versionId))
  const checks = checksThatRun(facts, question.checks, loaded)
  const searched = loaded.filter(({ category }) => checks.includes(category) && isSearched(category, facts))
  const [entries, jurisdictions, fraudRecord] = await Promise.all([
    findByName(question, searched, sources),
    checks.includes('high_risk_jurisdictions') ? findByCountry(question, searched, sources) : [],
    checks.includes('watchlists') ? sources.fraudNetwork.find(fraudSubject(facts), question) : null,
  ])
  const cases = (fraudRecord?.suspectIn ?? []).map((suspect) => findingOfCase(suspect, facts, nowMs))
  const findings = [...entries, ...jurisdictions, ...cases].sort(highestFirst)
  const score = riskScore(findings)
  return {
    checks,
    riskLevel: riskLevel(score),
    riskScore: score,
    findings,
    pep: pepBlock(findings),
    fraudSignals: fraudRecord && fraudSignals(fraudRecord),
    change,
    listVersions: [
      ...searched.toSorted(byListAndAudience).map(({ list, label }) => ({
        list: listOf(list).name,
        version: label,
      })),
      ...(fraudRecord && isSearchable(fraudSubject(facts)) ? [{ list: fraudListName, version: null }] : []),
    ],
  }
}

/** In the order of the catalogue. Imported lists come before the included ones of the sandbox. */
const byListAndAudience = (a: ListVersion, b: ListVersion): number =>
  listOf(a.list).number - listOf(b.list).number ||
  Number(a.audience !== 'everyone') - Number(b.audience !== 'everyone')

/** Without a certified name, the watchlists check only uses the fraud network. */
const isSearched = (category: AmlCheck, { screened }: SubjectFacts): boolean =>
  category === 'high_risk_jurisdictions' || screened !== null

/** Hits of equal contribution are sorted by key, so that equal requests have equal answers. */
const highestFirst = (a: Finding, b: Finding): number =>
  contributionOf(b) - contributionOf(a) || b.matchScore - a.matchScore || (a.key < b.key ? -1 : 1)

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
    limit: maxOfEachList,
  })
  if (matches.length === 0) return []
  const byId = new Map(matches.map((match) => [match.entryId, match]))
  const found = await findEntries([...byId.keys()])
  const findings = found.flatMap((entry) => {
    const match = byId.get(entry.entryId)
    return match ? [{ found: entry, finding: findingOf(atVersion(entry, searched), match, nowMs) }] : []
  })
  return onePerKey(findings)
}

const findByCountry = async (
  { facts: { exposures }, environment, nowMs }: ScreeningQuestion,
  searched: readonly ListVersion[],
  { findJurisdictions }: ScreeningSources,
): Promise<Finding[]> => {
  const countries = [...new Set(exposures.map(({ country }) => country))]
  const change = Math.max(0, ...searched.map(({ versionId }) => versionId))
  const entries: FoundEntry[] = await findJurisdictions(countries, environment, change)
  return onePerKey(
    entries.map((found) => ({
      found,
      finding: findingOfJurisdiction(atVersion(found, searched), exposures, nowMs),
    })),
  )
}

/** The entry with the searched version of its list. The database may have a newer one. */
const atVersion = (found: FoundEntry, searched: readonly ListVersion[]): FoundEntry => {
  const version = searched.find(({ list, audience }) => list === found.list && audience === found.audience)
  return version ? { ...found, version } : found
}

/**
 * Some included sandbox entries are on an imported list too. Only the imported one is reported, because the included
 * one is shortened and may be older.
 */
const onePerKey = (findings: readonly FoundFinding[]): Finding[] => {
  const byKey = new Map<string, FoundFinding>()
  for (const one of findings) {
    const other = byKey.get(one.finding.key)
    if (!other || isBetter(one, other)) byKey.set(one.finding.key, one)
  }
  return [...byKey.values()].map(({ finding }) => finding)
}

type FoundFinding = { found: FoundEntry; finding: Finding }

const isBetter = (a: FoundFinding, b: FoundFinding): boolean =>
  a.found.audience === b.found.audience
    ? a.finding.matchScore > b.finding.matchScore
    : a.found.audience === 'everyone'
