import type pg from 'pg'
import { receiptKeyYears } from './receipt-keys.ts'

/** Forgets the keys that ended more than ten years ago. No result of their time is stored any more. */
export const forgetOldReceiptKeys = async (ownerPool: pg.Pool, nowMs: number): Promise<void> => {
  await ownerPool.query(
    `delete from receipt_keys where ends_at < to_timestamp($1 / 1000.0) - make_interval(years => $2)`,
    [nowMs, receiptKeyYears],
  )
}
