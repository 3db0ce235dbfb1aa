import { dayOf } from '@nani/foundation/storage/index.ts'
import { type RecordField, recordFields, type Source, sources } from '@nani/scorecard'

/** One record as it is imported: a source of a citizen, on a day. Fields without a value are absent. */
export type CreditRecord = {
  svcId: string
  source: Source
  /** `YYYY-MM-DD` */
  asOf: string
  fields: Readonly<Record<string, number>>
}

type Range = readonly [min: number, max: number]

const share: Range = [0, 1]
const months12: Range = [0, 12]
const months: Range = [0, 1_200]
const count: Range = [0, 100_000]
const amount: Range = [0, 1e12]
const ratio: Range = [0, 1_000]

/** The values that a provider can report (spec/credit#credit-records). */
const ranges: { [S in Source]: Record<RecordField<S>, Range> } = {
  mobile_money: {
    months_active_12: months12,
    tx_per_month: count,
    inflow_mean: amount,
    inflow_cv: ratio,
    balance_mean: amount,
    p2p_counterparties: count,
    merchant_share: share,
    nano_loans_repaid_late_share: share,
    days_since_last_tx: count,
  },
  telecom: {
    sim_age_months: months,
    topup_per_month: count,
    topup_cv: ratio,
    airtime_advance_repaid_share: share,
    number_changes_24m: count,
  },
  banking: {
    account_age_months: months,
    months_salary_seen_12: months12,
    utilization: ratio,
    dpd30_24m: count,
    dpd60_24m: count,
    dpd90_24m: count,
    overdrafts_12m: count,
    open_loans: count,
    inquiries_6m: count,
  },
  utilities: {
    meter_age_months: months,
    paid_on_time_share_12: share,
    disconnections_24m: count,
    arrears_ratio: ratio,
  },
}

export const isSource = (value: unknown): value is Source => sources.some((source) => source === value)

/** Every field of a record in a file, in the order of the columns of a CSV. */
export const creditRecordColumns: readonly string[] = [
  'svc_id',
  'source',
  'as_of',
  ...sources.flatMap((source) => recordFields[source]),
]

/** The reported values of a source, or in one line why they cannot be a record. */
export const checkFields = (
  source: Source,
  reported: Readonly<Record<string, unknown>>,
): { fields: Record<string, number> } | { reason: string } => {
  const known: Readonly<Record<string, Range>> = ranges[source]
  const fields: Record<string, number> = {}
  for (const [name, value] of Object.entries(reported)) {
    if (value === null || value === undefined) continue
    const range = Object.hasOwn(known, name) ? known[name] : undefined
    if (!range) return { reason: `${name}: is not a field of ${source}` }
    const [min, max] = range
    if (typeof value !== 'number' || !Number.isFinite(value)) return { reason: `${name}: must be a number` }
    if (value < min || value > max) return { reason: `${name}: must be between ${min} and ${max}` }
    fields[name] = value
  }
  return Object.keys(fields).length > 0 ? { fields } : { reason: `has no field of ${source}` }
}

/** A day of the calendar that is not in the future, or in one line why not. */
export const checkAsOf = (asOf: unknown, nowMs: number): { asOf: string } | { reason: string } => {
  if (typeof asOf !== 'string' || !isDay(asOf)) return { reason: 'as_of: must be a day, YYYY-MM-DD' }
  if (asOf > dayOf(nowMs)) return { reason: 'as_of: is in the future' }
  return asOf >= earliest ? { asOf } : { reason: `as_of: must not be before ${earliest}` }
}

const earliest = '2000-01-01'

const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && dayOf(time) === text
}
