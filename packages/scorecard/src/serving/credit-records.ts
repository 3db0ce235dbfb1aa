/*
 * The credit records of a citizen, as the register holds them: four sources, each with its own date.
 * Every field may be null: the provider does not report it.
 */

/** The sources of records, in the order in which a score lists them. */
export const sources = ['mobile_money', 'telecom', 'banking', 'utilities'] as const
export type Source = (typeof sources)[number]

/** Months are whole or broken. Shares are from 0 to 1. Amounts are in CDF. Frequencies are per month. */
export const recordFields = {
  mobile_money: [
    /** Months of the last 12 with at least one transaction. */
    'months_active_12',
    'tx_per_month',
    /** Mean monthly inflow. */
    'inflow_mean',
    /** Standard deviation of the monthly inflow, divided by its mean. */
    'inflow_cv',
    'balance_mean',
    /** Different people that money was sent to or received from, in 12 months. */
    'p2p_counterparties',
    /** Share of payments that went to merchants. */
    'merchant_share',
    /** Share of nano loans that were repaid after their due date. Null: no nano loan. */
    'nano_loans_repaid_late_share',
    'days_since_last_tx',
  ],
  telecom: [
    'sim_age_months',
    'topup_per_month',
    'topup_cv',
    /** Share of airtime advances that were repaid. Null: no advance. */
    'airtime_advance_repaid_share',
    'number_changes_24m',
  ],
  banking: [
    'account_age_months',
    /** Months of the last 12 in which a salary was received. */
    'months_salary_seen_12',
    /** Used part of all credit limits. It exceeds 1 when a limit is exceeded. Null: no credit limit. */
    'utilization',
    /** Times 30 to 59 days past due, in 24 months. */
    'dpd30_24m',
    'dpd60_24m',
    'dpd90_24m',
    'overdrafts_12m',
    'open_loans',
    /** Requests of lenders in 6 months. Scores of Nani are not inquiries. */
    'inquiries_6m',
  ],
  utilities: [
    'meter_age_months',
    /** Share of the bills of 12 months that were paid on time. */
    'paid_on_time_share_12',
    'disconnections_24m',
    /** Arrears divided by the mean monthly bill. */
    'arrears_ratio',
  ],
} as const satisfies Record<Source, readonly string[]>

export type RecordField<S extends Source> = (typeof recordFields)[S][number]

/** The records of one source. A field that is absent or null is not reported. */
export type SourceRecord<S extends Source = Source> = { readonly [F in RecordField<S>]?: number | null }

/** The records of one citizen. A source that is absent or null has none. */
export type CreditRecords = { readonly [S in Source]?: SourceRecord<S> | null }

/** The name of a field in a model and in a file for the trainer: `telecom.sim_age_months`. */
export const columnOf = <S extends Source>(source: S, field: RecordField<S>): string => `${source}.${field}`

/** Every column, by source. */
export const columnsOf = (source: Source): string[] =>
  (recordFields[source] as readonly RecordField<Source>[]).map((field) => columnOf(source, field as never))

/** The reported value of each column. A column that is not reported is absent. */
export const valuesOf = (records: CreditRecords): Map<string, number> => {
  const values = new Map<string, number>()
  for (const source of sources) {
    const record = records[source] as Record<string, number | null | undefined> | null | undefined
    if (!record) continue
    for (const field of recordFields[source]) {
      const value = record[field]
      if (typeof value === 'number' && Number.isFinite(value)) values.set(`${source}.${field}`, value)
    }
  }
  return values
}

/** The sources with at least one reported value: those that contribute to a score. */
export const contributingSources = (records: CreditRecords): Source[] =>
  sources.filter((source) => {
    const record = records[source] as Record<string, number | null | undefined> | null | undefined
    return !!record && recordFields[source].some((field) => Number.isFinite(record[field] ?? Number.NaN))
  })
