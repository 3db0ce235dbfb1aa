import { dayOf } from '@nani/foundation/storage/index.ts'
import type { CreditRecords } from '@nani/scorecard'
import { isSource } from './credit-record.ts'

/** A record as the register returns it. */
export type StoredCreditRecord = { source: string; as_of: string; fields: Readonly<Record<string, number>> }

const usableMonths = 24

/** The records that a score may use: those of at most 24 months, the longest period that a field describes. */
export const usableRecords = (stored: readonly StoredCreditRecord[], nowMs: number): CreditRecords => {
  const since = new Date(nowMs)
  since.setUTCMonth(since.getUTCMonth() - usableMonths)
  const oldest = dayOf(since.getTime())
  return Object.fromEntries(
    stored.flatMap(({ source, as_of, fields }) =>
      isSource(source) && as_of >= oldest ? [[source, fields]] : [],
    ),
  )
}
