import type { Pool, PoolClient } from 'pg'
import type { Vault } from '../../storage/index.ts'
import { inRegisterTransaction } from '../register-transaction.ts'
import { type WriteView, writeCitizensIn } from '../write-citizens.ts'
import { knownFiles, writeFiles } from '../write-files.ts'
import type { IncomingCitizen } from './citizen-of-record.ts'

/** A record of a group on its way: what is to be written, or why it is refused. */
export type Entry = { line: number; raw: string } & ({ incoming: IncomingCitizen } | { reason: string })
export type RefusedEntry = { line: number; raw: string; svc_id?: string; reason: string }

export type GroupWriter = {
  pool: Pool
  vault: Vault
  view: WriteView
  /** Called inside the transaction, before it commits, with what becomes of the group. */
  onWritten(client: PoolClient, written: number, refused: RefusedEntry[]): Promise<void>
}

// Data that the database does not take (class 22) or a constraint refuses (class 23).
const badData = /^2[23]/

/**
 * Writes one group in one transaction, with its progress. When the database finds fault with the data, the
 * group is halved until the fault is alone: one bad row never takes others with it.
 */
export const writeGroup = async (writer: GroupWriter, entries: Entry[]): Promise<void> => {
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
    const [{ line, raw }] = entries as [Entry]
    await writeGroup(writer, [{ line, raw, reason: `the database refuses it (${code})` }])
  }
}

const writeEntries = async (client: PoolClient, writer: GroupWriter, entries: Entry[]) => {
  const refused: RefusedEntry[] = []
  const candidates: (Entry & { incoming: IncomingCitizen })[] = []
  const references = entries.flatMap((entry) => ('incoming' in entry ? entry.incoming.fileReferences : []))
  const known = references.length > 0 ? await knownFiles(client, references) : new Set<string>()
  for (const entry of entries) {
    if ('reason' in entry) {
      refused.push(entry)
      continue
    }
    const { citizen, fileReferences } = entry.incoming
    const unknown = fileReferences.find((fileId) => !known.has(fileId))
    if (unknown === undefined) candidates.push(entry)
    else refused.push(refusedEntry(entry, citizen.svc_id, `the register has no file ${unknown}`))
  }
  const outcome = await writeCitizensIn(
    client,
    candidates.map(({ incoming }) => incoming.citizen),
    writer.view,
  )
  const refusedIndexes = new Set<number>()
  for (const { index, reason } of outcome.refused) {
    refusedIndexes.add(index)
    const candidate = candidates[index] as (typeof candidates)[number]
    refused.push(refusedEntry(candidate, candidate.incoming.citizen.svc_id, reason))
  }
  const files = candidates.flatMap(({ incoming }, index) => (refusedIndexes.has(index) ? [] : incoming.files))
  await writeFiles(client, writer.vault, files)
  refused.sort((one, other) => one.line - other.line)
  await writer.onWritten(client, outcome.written, refused)
}

const refusedEntry = ({ line, raw }: Entry, svc_id: string, reason: string): RefusedEntry => ({
  line,
  raw,
  svc_id,
  reason,
})
