import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '@nani/foundation/storage/index.ts'

/** The key of the proofs of rows. The database of the register does not have it. */
export type RowKey = KeyObject

export const rowKeyOf = (rootKey: Buffer): RowKey => deriveKey(rootKey, 'register-outbox')

type ProvenRow = { row_id: string; kind: string; content: unknown }

/** The login of the register alone cannot make it. The members of JSON are sorted, because the database changes their order. */
export const proofOf = ({ row_id, kind, content }: ProvenRow, rowKey: RowKey): Buffer =>
  createHmac('sha256', rowKey)
    .update(JSON.stringify([row_id, kind, sorted(JSON.parse(JSON.stringify(content)))]))
    .digest()

export const isProven = ({ mac, ...row }: ProvenRow & { mac: Buffer | null }, rowKey: RowKey): boolean => {
  const expected = proofOf(row, rowKey)
  return mac !== null && mac.length === expected.length && timingSafeEqual(mac, expected)
}

/** Objects as lists of their members, in the order of the names. */
const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  return {
    members: Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  }
}
