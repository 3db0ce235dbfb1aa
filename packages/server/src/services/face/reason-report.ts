import { dayMs } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { type FaceMode, openReason, openTrigger, type ReasonSecrets, type TriggeredBy } from './reasons.ts'

/** Suspicious properties of an application's reasons (spec/face#reason). */
export type ReasonFlag = 'static_text' | 'numbered_text' | 'low_variety'

/** The reasons of one application in a window. Shares are relative to its calls, from 0 to 1. */
export type ReasonSummary = {
  applicationId: string
  application: string
  calls: number
  /** Of these, 1:N searches. */
  identifications: number
  /** Of these, refused because of the image. */
  refused: number
  /** Number of different texts, and of different texts without numbers. */
  texts: number
  patterns: number
  commonestText: { share: number; calls: number; text: string }
  commonestPatternShare: number
  flags: ReasonFlag[]
}

/** Minimum number of calls for a flag, and the shares from which a reason is suspicious. */
export const reasonLimits = {
  leastCalls: 20,
  staticShare: 0.5,
  numberedShare: 0.9,
  leastVariety: 0.1,
} as const

export const flagsOf = ({
  calls,
  texts,
  commonestText,
  commonestPatternShare,
}: Pick<ReasonSummary, 'calls' | 'texts' | 'commonestText' | 'commonestPatternShare'>): ReasonFlag[] => {
  if (calls < reasonLimits.leastCalls) return []
  const flags: ReasonFlag[] = []
  if (commonestText.share >= reasonLimits.staticShare) flags.push('static_text')
  else if (commonestPatternShare >= reasonLimits.numberedShare) flags.push('numbered_text')
  if (texts / calls < reasonLimits.leastVariety) flags.push('low_variety')
  return flags
}

type Row = {
  application_id: string
  name: string
  calls: string
  identifications: string
  refused: string
  texts: string
  patterns: string
  text_calls: string
  pattern_calls: string
  entry_id: string
  sealed_reason: Buffer
}

/**
 * Counts by marks, so that only one reason of each application is opened as an example. It finds the most frequent
 * text of an application, and the frequency of its most frequent pattern.
 */
const statement = `
  with window_reasons as (
    select * from face_reasons where day >= ($1::timestamptz at time zone 'utc')::date and at >= $1 and at < $2
      and ($3::text is null or application_id = $3)
  ), totals as (
    select application_id, count(*) as calls, count(*) filter (where mode = 'identification') as identifications,
      count(*) filter (where outcome not in ('match', 'no_match')) as refused,
      count(distinct text_mark) as texts, count(distinct pattern_mark) as patterns
    from window_reasons group by application_id
  ), text as (
    select distinct on (application_id) application_id, text_mark, count(*) as calls
    from window_reasons group by application_id, text_mark order by application_id, count(*) desc, text_mark
  ), pattern as (
    select application_id, max(calls) as calls from (
      select application_id, count(*) as calls from window_reasons group by application_id, pattern_mark
    ) as counted group by application_id
  )
  select t.*, a.name, text.calls as text_calls, pattern.calls as pattern_calls, shown.entry_id, shown.sealed_reason
  from totals t join text using (application_id) join pattern using (application_id)
    join applications a using (application_id)
    cross join lateral (
      select r.entry_id, r.sealed_reason from window_reasons r
      where r.application_id = t.application_id and r.text_mark = text.text_mark limit 1
    ) as shown
  order by t.calls desc`

/** Summarises the reasons of each application in a window of time. For auditors. */
export const summarizeReasons = async (
  pool: pg.Pool,
  { from, until, applicationId }: { from: Date; until: Date; applicationId: string | null },
  secrets: Pick<ReasonSecrets, 'vault'>,
): Promise<ReasonSummary[]> => {
  const { rows } = await pool.query<Row>(statement, [from, until, applicationId])
  return rows.map((row) => summaryOf(row, secrets))
}

const summaryOf = (row: Row, secrets: Pick<ReasonSecrets, 'vault'>): ReasonSummary => {
  const calls = Number(row.calls)
  const textCalls = Number(row.text_calls)
  const summary = {
    applicationId: row.application_id,
    application: row.name,
    calls,
    identifications: Number(row.identifications),
    refused: Number(row.refused),
    texts: Number(row.texts),
    patterns: Number(row.patterns),
    commonestText: {
      share: textCalls / calls,
      calls: textCalls,
      text: openReason(secrets, row.application_id, row.entry_id, row.sealed_reason),
    },
    commonestPatternShare: Number(row.pattern_calls) / calls,
  }
  return { ...summary, flags: flagsOf(summary) }
}

/** A reason as given, with its application and the result of the call. */
export type ReasonEntry = {
  at: string
  entryId: string
  applicationId: string
  apiKey: string
  clientAddress: string
  requestId: string
  mode: FaceMode
  outcome: string
  /** The calibration of the similarity. Null: that of the recogniser's manifest, or nothing was compared. */
  calibrationId: string | null
  reason: string
  triggeredBy: TriggeredBy
}

const maxEntries = 1_000

/** `after`: the last entry of the page before, of a list that begins with the newest. */
type PageOfReasons = {
  from: Date
  until: Date
  applicationId: string
  after?: readonly [atMs: number, entryId: string] | null
  limit?: number
}

type ReasonRow = {
  at: Date
  entry_id: string
  api_key: string
  client_address: string
  request_id: string
  mode: FaceMode
  outcome: string
  calibration_id: string | null
  sealed_reason: Buffer
  sealed_trigger: Buffer | null
}

/** A page is usually within this time. A statement over fewer partitions begins sooner. */
const nearMs = 2 * dayMs

const reasonRows = async (pool: pg.Pool, page: PageOfReasons): Promise<ReasonRow[]> => {
  const { from, until, after = null, limit = maxEntries } = page
  const endMs = after ? Math.min(until.getTime(), after[0] + 1) : until.getTime()
  const nearFrom = new Date(Math.max(from.getTime(), endMs - nearMs))
  const near = await readWindow(pool, { ...page, after, limit, from: nearFrom })
  const isWhole = near.length === limit || nearFrom.getTime() === from.getTime()
  return isWhole ? near : readWindow(pool, { ...page, after, limit })
}

const readWindow = async (
  pool: pg.Pool,
  { from, until, applicationId, after, limit }: Required<PageOfReasons>,
): Promise<ReasonRow[]> => {
  const { rows } = await pool.query<ReasonRow>({
    // Planned once on each connection: the planning of all partitions takes longer than the reading.
    name: 'face-reasons',
    text: `select at, entry_id, api_key, client_address, request_id, mode, outcome, calibration_id, sealed_reason,
       sealed_trigger
     from face_reasons
     where application_id = $3 and day >= ($1::timestamptz at time zone 'utc')::date
       and day <= ($2::timestamptz at time zone 'utc')::date and at >= $1 and at < $2
       and ($4::timestamptz is null or (at, entry_id) < ($4, $5))
     order by at desc, entry_id desc limit $6`,
    values: [from, until, applicationId, after ? new Date(after[0]) : null, after?.[1] ?? null, limit],
  })
  return rows
}

const entryOf = (
  row: ReasonRow,
  applicationId: string,
  secrets: Pick<ReasonSecrets, 'vault'>,
): Omit<ReasonEntry, 'triggeredBy'> => ({
  at: row.at.toISOString(),
  entryId: row.entry_id,
  applicationId,
  apiKey: row.api_key,
  clientAddress: row.client_address,
  requestId: row.request_id,
  mode: row.mode,
  outcome: row.outcome,
  calibrationId: row.calibration_id,
  reason: openReason(secrets, applicationId, row.entry_id, row.sealed_reason),
})

/** The latest reasons of an application, newest first, at most a thousand. The triggers of the calls stay sealed. */
export const listReasonTexts = async (
  pool: pg.Pool,
  page: PageOfReasons,
  secrets: Pick<ReasonSecrets, 'vault'>,
): Promise<Omit<ReasonEntry, 'triggeredBy'>[]> =>
  (await reasonRows(pool, page)).map((row) => entryOf(row, page.applicationId, secrets))

/** The same with their triggers, for auditors of the installation. */
export const listReasons = async (
  pool: pg.Pool,
  page: PageOfReasons,
  secrets: Pick<ReasonSecrets, 'vault'>,
): Promise<ReasonEntry[]> =>
  (await reasonRows(pool, page)).map((row) => ({
    ...entryOf(row, page.applicationId, secrets),
    triggeredBy: openTrigger(secrets, page.applicationId, row.entry_id, row.sealed_trigger),
  }))
