import type { Vault } from '@nani/foundation/storage/index.ts'
import type { Pool, PoolClient } from 'pg'
import type { EndAccess, EndedAccess, WriteView } from '../register/index.ts'
import { inRegisterTransaction } from '../register/index.ts'
import type { RecordKind, RecordName } from './record-kind.ts'

/** A record of a group: its data to write, or the reason of its refusal. */
export type Entry<Incoming> = { line: number; raw: string } & ({ incoming: Incoming } | { reason: string })
export type RefusedEntry = RecordName & { line: number; raw: string; reason: string }

export type GroupResult = { written: number; refused: RefusedEntry[]; ended: EndedAccess }

export type GroupWriter<Incoming extends object> = {
  kind: RecordKind<Incoming>
  pool: Pool
  vault: Vault
  view: WriteView
  endAccess: EndAccess
  /** Called inside the transaction, before it commits, with the result of the group. */
  onWritten(client: PoolClient, result: GroupResult): Promise<void>
}

// Data that the database refuses (class 22) or that violates a constraint (class 23).
const badData = /^2[23]/

/**
 * Writes one group in one transaction, with its progress. If the database refuses the data, the group is halved until
 * the invalid row is alone, so that it never affects others.
 */
export const writeGroup = async <Incoming extends object>(
  writer: GroupWriter<Incoming>,
  entries: Entry<Incoming>[],
): Promise<void> => {
  try {
    await inRegisterTransaction(writer.pool, (client) => writeEntries(client, writer, entries), 'lazy')
  } catch (error) {
    const code = (error as { code?: unknown }).code
    if (typeof code !== 'string' || !badData.test(code)) throw error
    if (entries.length > 1) {
      const middle = entries.length >> 1
      await writeGroup(writer, entries.slice(0, middle))
      await writeGroup(writer, entries.slice(middle))
      return
    }
    const [{ line, raw }] = entries as [Entry<Incoming>]
    await writeGroup(writer, [{ line, raw, reason: `the database refuses it (${code})` }])
  }
}

const writeEntries = async <Incoming extends object>(
  client: PoolClient,
  { kind, view, vault, endAccess, onWritten }: GroupWriter<Incoming>,
  entries: Entry<Incoming>[],
) => {
  const refused: RefusedEntry[] = []
  const candidates: (Entry<Incoming> & { incoming: Incoming })[] = []
  for (const entry of entries) {
    if ('reason' in entry) refused.push(entry)
    else candidates.push(entry)
  }
  const incoming = candidates.map((candidate) => candidate.incoming)
  const outcome = await kind.write(client, incoming, view, vault)
  for (const { index, reason } of outcome.refused) {
    const { line, raw, incoming } = candidates[index] as (typeof candidates)[number]
    refused.push({ line, raw, ...kind.nameOf(incoming), reason })
  }
  refused.sort((one, other) => one.line - other.line)
  const ended = await endAccess(client, outcome.lost ?? [])
  await onWritten(client, { written: outcome.written, refused, ended })
}
