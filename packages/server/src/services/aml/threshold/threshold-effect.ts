import type { Environment } from '@nani/contract'
import { type Clock, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import { newestResults } from '../../../calls/calls/index.ts'
import { type ActNeeds, actsWithNeeds } from '../../../gateway/acts/index.ts'
import { thresholdRange } from '../../../risk/lists/index.ts'
import { fraudListName } from '../hits/fraud-finding.ts'
import type { RetainedScreening } from '../hits/hit-part.ts'
import { type ScreeningSources, screenSubject } from '../screen-subject.ts'

export type ThresholdEffectNeeds = ActNeeds & {
  pool: pg.Pool
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

const countEffect = async ({ value, threshold, sinceMs }: Question, needs: ThresholdEffectNeeds) => {
  const { clock } = needs
  const counted = { screenings: 0, hits: 0, gained: 0, lost: 0, not_compared: 0, is_complete: true }
  const endMs = clock.now() + maxMs
  const ofApplication = new Map<string, number>()
  for await (const { applicationId, result, kept } of newestResults(
    screenings,
    { sinceMs, ...bounds },
    needs,
  )) {
    if (clock.now() > endMs) return { ...counted, is_complete: false }
    const retained = kept as RetainedScreening
    const scores = retained.entries.filter(isByName).map(({ match_score }) => match_score)
    counted.screenings++
    counted.hits += scores.length
    counted.lost += scores.filter((score) => score >= threshold && score < value).length
    if (!retained.facts) counted.not_compared++
    else if (value < threshold) {
      const { environment, nowMs } = placeOf(result)
      const question = {
        facts: retained.facts,
        checks: retained.checks ?? [],
        environment,
        applicationId,
        nowMs,
      }
      const { findings } = await screenSubject(question, { ...needs.sources, threshold: async () => value })
      counted.gained += findings.filter(
        ({ entry }) => isByName(entry) && entry.match_score < threshold,
      ).length
    }
    const ofThis = (ofApplication.get(applicationId) ?? 0) + 1
    ofApplication.set(applicationId, ofThis)
    if (ofThis === bounds.ofEachApplication || counted.screenings === bounds.most) counted.is_complete = false
  }
  return counted
}

/** A country is listed or not, and the fraud network has its own comparison. */
const isByName = ({ category, list }: RetainedScreening['entries'][number]): boolean =>
  category !== 'high_risk_jurisdictions' && list !== fraudListName

const placeOf = (result: Record<string, unknown>): { environment: Environment; nowMs: number } => ({
  environment: result.livemode === true ? 'production' : 'sandbox',
  nowMs: Date.parse(String(result.created_at)),
})
