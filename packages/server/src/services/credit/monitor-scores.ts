import type { Environment } from '@nani/contract'
import { dayMs, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { type Database, dayOf, monthEndOf } from '@nani/foundation/storage/index.ts'
import { createMonitoring, type Monitoring } from '@nani/scorecard/reports'
import type pg from 'pg'
import Type from 'typebox'
import { pseudonym } from '../../app/audit/index.ts'
import {
  type ActNeeds,
  askAll,
  type Databases,
  defineReading,
  homeAlone,
  needsOf,
  unreadIn,
} from '../../gateway/acts/index.ts'
import type { OpenScorecards } from '../../risk/scorecard/index.ts'
import { scoreReaders } from './explain-score.ts'
import { groupsOfCitizens } from './groups-of-citizens.ts'
import { binsByName, openBasis, type ScoreBasis, type ScoreRecords } from './score-record.ts'

/** An observed outcome: of one score, or of the newest score of a citizen. */
export type LoanOutcome = { scoreId?: string; svcId?: string; defaulted: boolean }

export type MonitoringRequest = {
  environment: Environment
  /** Scores of the last days. */
  days: number
  /** A version of the model. Null: the active one. */
  version: string | null
  /** The lowest favourable score, for the adverse impact. */
  cutoff: number
  outcomes: readonly LoanOutcome[]
}

export type MonitoringResult = {
  /** The version of the model, and the number of its scores that were read. */
  version: string
  scores: number
  since: string
  /** Scores of other versions in the same time. They are not part of the figures. */
  otherVersions: number
  /** More scores exist than are read. */
  isCut: boolean
  /** Outcomes without a score of this time and version. */
  unusedOutcomes: number
  /** The databases whose scores are missing at present. */
  unread?: string[]
  figures: Monitoring
}

/** The newest scores. It bounds memory and time of a report. */
export const maxMonitored = 500_000

/** For all databases together. The statement of one that hangs ends earlier, so that the next one is read. */
const answersWithinMs = 120_000

type MonitoringNeeds = ActNeeds &
  ScoreRecords & {
    scorecards: OpenScorecards
    registerPool: pg.Pool
    /** Absent: home alone. */
    databases?: Databases
    /** Absent: `maxMonitored`. */
    maxScores?: number
  }

/** What the scores of a time show about the model. Its result has numbers of groups only, and names no citizen. */
export const monitorScores = defineReading({
  name: 'credit_scores.monitor',
  sentence: { en: 'Monitors the scores of a time', fr: 'Surveille les scores d’une période' },
  actors: { operator: scoreReaders },
  input: Type.Unsafe<MonitoringRequest>(Type.Object({})),
  output: Type.Unsafe<MonitoringResult>(Type.Object({})),
  needs: needsOf<MonitoringNeeds>(),
  refusals: ['credit_model_not_found'],
  async read({ input, needs: platform }) {
    const { clock, scorecards } = platform
    const version = input.version ?? (await activeVersion(scorecards))
    const scorecard = await scorecards.ofVersion(version)
    if (!scorecard) throw new Refusal('credit_model_not_found', `There is no model ${version}.`)
    const since = new Date(clock.now() - input.days * dayMs)
    const read = await readScores({ ...input, version, since }, platform)
    const groups = await groupsOfCitizens(platform.registerPool, input.environment, {
      wanted: new Set(read.scores.map(({ citizen }) => citizen)),
      subjectKey: platform.subjectKey,
    })
    const outcomes = outcomesOf(read.scores, input.outcomes, platform)
    const monitoring = createMonitoring(scorecard.model, input.cutoff)
    for (const { scoreId, citizen, basis } of read.scores)
      monitoring.add({
        bins: basis.bins,
        score: basis.model_score,
        thinFile: scorecard.scoreOfBins(binsByName(basis.bins, scorecard.model)).thinFile,
        challenger: basis.challenger && {
          version: basis.challenger.model_version,
          score: basis.challenger.model_score,
        },
        ...(groups.get(citizen) ?? { gender: null, province: null }),
        defaulted: outcomes.get(scoreId) ?? null,
      })
    return {
      version,
      scores: read.scores.length,
      since: rfc3339(since.getTime()),
      otherVersions: read.otherVersions,
      isCut: read.isCut,
      unusedOutcomes: input.outcomes.length - outcomes.size,
      ...unreadIn(read.unread),
      figures: monitoring.figures(),
    }
  },
  entry: ({ version, scores, unread }, { input: { environment, days } }) => ({
    ...{ subject: version, after: { environment, days, scores, ...(unread && { unread }) } },
  }),
})

const activeVersion = async (scorecards: OpenScorecards): Promise<string> => {
  await scorecards.refresh()
  return scorecards.current().active.version
}

type ReadScore = { scoreId: string; citizen: string; basis: ScoreBasis }
type Row = {
  application_id: string
  score_id: string
  citizen: Buffer
  sealed_basis: Buffer
}

const rowsOfPage = 2_000

type Wanted = Pick<MonitoringRequest, 'environment'> & { version: string; since: Date }
type ReadScores = { scores: ReadScore[]; otherVersions: number; isCut: boolean }

/**
 * The newest scores of all databases first. The id of a score has its time. One database is read after the other, and no more scores are
 * kept than a report has: a process holds those and the ones of one database, with any number of them.
 */
const readScores = async (
  wanted: Wanted,
  { pool, databases = () => homeAlone(pool), maxScores = maxMonitored, ...needs }: MonitoringNeeds,
): Promise<ReadScores & { unread: string[] }> => {
  let kept: ReadScore[] = []
  let isFull = false
  const takeFrom = async (one: Database) => {
    const oldest = kept.length === maxScores ? kept.at(-1)?.scoreId : undefined
    const { scores, ...part } = await readScoresIn(one, wanted, { ...needs, maxScores, oldest })
    // At the end of a move, two databases have the rows for a moment.
    const known = new Set(kept.map(({ scoreId }) => scoreId))
    const all = [...kept, ...scores.filter(({ scoreId }) => !known.has(scoreId))]
    isFull ||= all.length > maxScores
    kept = all.toSorted((one, other) => (one.scoreId < other.scoreId ? 1 : -1)).slice(0, maxScores)
    return part
  }
  let turn: Promise<unknown> = Promise.resolve()
  const takeInTurn = (one: Database) => {
    const own = turn.then(() => takeFrom(one))
    turn = own.catch(() => {})
    return own
  }
  const { answers, unread } = await askAll(databases(), takeInTurn, answersWithinMs)
  const parts = answers.map(({ answer }) => answer)
  return {
    scores: kept,
    otherVersions: parts.reduce((sum, part) => sum + part.otherVersions, 0),
    isCut: isFull || parts.some(({ isCut }) => isCut),
    unread,
  }
}

type Bounds = { maxScores: number; oldest: string | undefined }

/** A page at a time. `oldest`: the report has no score before this one any more. */
const readScoresIn = async (
  pool: Database,
  { environment, version, since }: Wanted,
  { vault, clock, maxScores, oldest = '' }: Pick<MonitoringNeeds, 'vault' | 'clock'> & Bounds,
): Promise<ReadScores> => {
  const scores: ReadScore[] = []
  let otherVersions = 0
  const left = await applicationsThatLeft(pool)
  for (const day of monthEnds(since.getTime(), clock.now())) {
    for (let before: string | null = null; ; ) {
      const rows = await readPage(pool, { environment, day, since, before, left })
      for (const { application_id: applicationId, score_id: scoreId, citizen, sealed_basis } of rows) {
        if (scoreId < oldest) return { scores, otherVersions, isCut: true }
        const basis = openBasis(sealed_basis, { applicationId, scoreId }, vault)
        if (basis.model_version !== version) otherVersions++
        else if (scores.length === maxScores) return { scores, otherVersions, isCut: true }
        else scores.push({ scoreId, citizen: citizen.toString('hex'), basis })
      }
      const last = rows.at(-1)
      if (!last || rows.length < rowsOfPage) break
      before = last.score_id
    }
  }
  return { scores, otherVersions, isCut: false }
}

type Page = { environment: Environment; day: string; since: Date; before: string | null; left: string[] }

/** Those whose scores another database has. They leave theirs here for a day. */
const applicationsThatLeft = async (pool: Database): Promise<string[]> => {
  const { rows } = await pool.query<{ application_id: string }>(
    `select application_id from left_applications l
     where not exists (select from applications a where a.application_id = l.application_id)`,
  )
  return rows.map((row) => row.application_id)
}

const readPage = async (pool: Database, { environment, day, since, before, left }: Page): Promise<Row[]> => {
  const { rows } = await pool.query<Row>(
    `select application_id, score_id, citizen, sealed_basis from credit_score_records
     where day = $1 and environment = $2 and scored_at >= $3 and ($4::text is null or score_id < $4)
       and application_id <> all($6)
     order by score_id desc limit $5`,
    [day, environment, since, before, rowsOfPage, left],
  )
  return rows
}

/** The days of the partitions of a time, the newest first. */
const monthEnds = (fromMs: number, toMs: number): string[] => {
  const days = new Set<string>()
  for (let atMs = toMs; atMs > fromMs; atMs -= dayMs) days.add(monthEndOf(dayOf(atMs)))
  return [...days.add(monthEndOf(dayOf(fromMs)))]
}

/** By the id of the score. An outcome of a citizen belongs to the newest score. */
const outcomesOf = (
  scores: readonly ReadScore[],
  outcomes: readonly LoanOutcome[],
  { subjectKey }: Pick<ScoreRecords, 'subjectKey'>,
): ReadonlyMap<string, boolean> => {
  const ids = new Set(scores.map(({ scoreId }) => scoreId))
  const newest = new Map<string, string>()
  for (const { scoreId, citizen } of scores) if (!newest.has(citizen)) newest.set(citizen, scoreId)
  const found = new Map<string, boolean>()
  for (const { scoreId, svcId, defaulted } of outcomes) {
    const id = scoreId ?? newest.get(pseudonym(subjectKey, svcId ?? ''))
    if (id !== undefined && ids.has(id)) found.set(id, defaulted)
  }
  return found
}
