import type { Environment } from '@nani/contract'
import { type Clock, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { isDatabaseFault, type Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { newestResults } from '../../../calls/calls/index.ts'
import { type ActNeeds, actsWithNeeds, type Databases, unreadIn } from '../../../gateway/acts/index.ts'
import { thresholdRange } from '../../../risk/lists/index.ts'
import { fraudListName } from '../hits/fraud-finding.ts'
import type { RetainedScreening } from '../hits/hit-part.ts'
import { type ScreeningSources, screenSubject } from '../screen-subject.ts'

export type ThresholdEffectNeeds = ActNeeds & {
  databases: Databases
  clock: Clock
  resultsVault: Vault
  sources: ScreeningSources
}

const { reading } = actsWithNeeds<ThresholdEffectNeeds>()
const monthMs = 30 * 86_400_000
const maxMs = 10_000
/** One comparison at a time in this process. */
const comparison = { isRunning: false }
const bounds = { ofEachApplication: 500, most: 2_000 }

/** Results of calls and of monitoring that a screening stored. */
const screenings = { name: 'aml_screening', idPrefix: 'aml' } as const

/**
 * The hits of the last month under another threshold. A hit below the new threshold is lost. To find gained hits, the
 * subjects are screened again, one at a time, so that calls keep their capacity.
 */
export const readThresholdEffect = reading({
  name: 'lists.threshold_effect',
  sentence: {
    en: 'Counts the hits that another threshold would gain and lose',
    fr: 'Compte les résultats qu’un autre seuil ferait gagner et perdre',
  },
  actors: { operator: ['list_manager', 'supervisor', 'auditor'] },
  routes: { operator: 'GET /threshold/effect' },
  input: Type.Object({ value: Type.Number() }, { additionalProperties: false }),
  output: Type.Object({
    object: Type.Literal('threshold_effect'),
    /** The threshold in use. */
    threshold: Type.Number(),
    value: Type.Number(),
    since: Type.String({ format: 'date-time' }),
    screenings: Type.Integer(),
    /** Hits by name of these screenings. Countries and fraud cases have no threshold. */
    hits: Type.Integer(),
    gained: Type.Integer(),
    lost: Type.Integer(),
    /** Screenings of an earlier release, whose subject is not retained: their gained hits are unknown. */
    not_compared: Type.Integer(),
    /** False: there are more screenings than the newest ones that were compared. */
    is_complete: Type.Boolean(),
    /** Databases that did not answer: not all of their screenings are compared. */
    unread: Type.Optional(Type.Array(Type.String())),
  }),
  refusals: ['value_invalid', 'overloaded'],
  async read({ input: { value }, nowMs, needs }) {
    const { least, most } = thresholdRange
    if (!(value >= least && value <= most))
      throw new Refusal('value_invalid', `A threshold must be between ${least} and ${most}.`, {
        context: { field: 'value' },
      })
    const sinceMs = nowMs - monthMs
    return alone(async () => {
      const threshold = await needs.sources.threshold()
      const counted = await countEffect({ value, threshold, sinceMs }, needs)
      return { object: 'threshold_effect' as const, threshold, value, since: rfc3339(sinceMs), ...counted }
    })
  },
  entry: ({ value }) => ({ subject: 'screening_settings', after: { value } }),
})

const alone = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  if (comparison.isRunning)
    throw new Refusal(
      'overloaded',
      { retry_after: maxMs / 1_000 },
      { detail: 'another threshold is compared' },
    )
  comparison.isRunning = true
  try {
    return await run()
  } finally {
    comparison.isRunning = false
  }
}

type Question = { value: number; threshold: number; sinceMs: number }

const nothingCounted = () => ({
  ...{ screenings: 0, hits: 0, gained: 0, lost: 0, not_compared: 0 },
  is_complete: true,
})

/** The screenings of all databases. Each has an equal part of the maximum. */
const countEffect = async (question: Question, needs: ThresholdEffectNeeds) => {
  const databases = needs.databases()
  const counting = {
    ...{ counted: nothingCounted(), seen: new Set<unknown>(), endMs: needs.clock.now() + maxMs },
    most: Math.ceil(bounds.most / databases.length),
  }
  const unread: string[] = []
  for (const { name, pool } of databases)
    try {
      if (pool === null) unread.push(name)
      else await countIn(pool, question, counting, needs)
    } catch (error) {
      if (name === 'home' || !isDatabaseFault(error)) throw error
      unread.push(name)
    }
  return { ...counting.counted, ...unreadIn(unread) }
}

type Counting = {
  counted: ReturnType<typeof nothingCounted>
  /** For a day after a move, two databases have the results of an application. */
  seen: Set<unknown>
  endMs: number
  most: number
}

const countIn = async (
  pool: pg.Pool,
  question: Question,
  { counted, seen, endMs, most }: Counting,
  needs: ThresholdEffectNeeds,
): Promise<void> => {
  const { sinceMs } = question
  const ofApplication = new Map<string, number>()
  let found = 0
  const newest = newestResults(screenings, { sinceMs, ...bounds, most }, { ...needs, pool })
  for await (const { applicationId, result, kept } of newest) {
    const ofThis = (ofApplication.get(applicationId) ?? 0) + 1
    ofApplication.set(applicationId, ofThis)
    if (ofThis === bounds.ofEachApplication || ++found === most) counted.is_complete = false
    if (needs.clock.now() > endMs) {
      counted.is_complete = false
      return
    }
    if (seen.has(result.id)) continue
    seen.add(result.id)
    await countOne({ applicationId, result, retained: kept as RetainedScreening }, question, counted, needs)
  }
}

type Screened = { applicationId: string; result: Record<string, unknown>; retained: RetainedScreening }

const countOne = async (
  { applicationId, result, retained }: Screened,
  { value, threshold }: Question,
  counted: Counting['counted'],
  { sources }: Pick<ThresholdEffectNeeds, 'sources'>,
): Promise<void> => {
  const scores = retained.entries.filter(isByName).map(({ match_score }) => match_score)
  counted.screenings++
  counted.hits += scores.length
  counted.lost += scores.filter((score) => score >= threshold && score < value).length
  if (!retained.facts) {
    counted.not_compared++
    return
  }
  if (value >= threshold) return
  const { environment, nowMs } = placeOf(result)
  const { findings } = await screenSubject(
    { facts: retained.facts, checks: retained.checks ?? [], environment, applicationId, nowMs },
    { ...sources, threshold: async () => value },
  )
  counted.gained += findings.filter(({ entry }) => isByName(entry) && entry.match_score < threshold).length
}

/** A country is listed or not, and the fraud network has its own comparison. */
const isByName = ({ category, list }: RetainedScreening['entries'][number]): boolean =>
  category !== 'high_risk_jurisdictions' && list !== fraudListName

const placeOf = (result: Record<string, unknown>): { environment: Environment; nowMs: number } => ({
  environment: result.livemode === true ? 'production' : 'sandbox',
  nowMs: Date.parse(String(result.created_at)),
})
