import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isListRefusal, type ListDefinition, type ListId, lists } from '@nani/engines/list-formats/index.ts'
import { type Actor, type Clock, errorLine } from '@nani/foundation/core/index.ts'
import {
  downloadGuarded,
  type Lookup,
  OutboundFailed,
  OutboundRefused,
  publicOnly,
} from '@nani/foundation/outbound/index.ts'
import { withTryLock } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { fileSource } from './file-source.ts'
import type { ListVersion } from './list-reader.ts'
import { importList } from './store/import-list.ts'
import { confirmVersion, currentVersion } from './store/versions.ts'

/** URLs that replace those of the catalogue. A list with an empty array is not fetched. */
export type ListAddresses = Partial<Record<ListId, readonly string[]>>

export type RefreshDependencies = {
  /** The actor in the audit entry of an import. */
  actor: Actor
  pool: pg.Pool
  clock: Clock
  lookup: Lookup
  addresses: ListAddresses
  /** Replaces the network in tests. */
  download?: typeof downloadGuarded
}

export type RefreshReport =
  | { list: ListId; outcome: 'imported' | 'unchanged'; version: ListVersion }
  | { list: ListId; outcome: 'refused'; reason: string; message: string }

/** OFAC's largest file has 110 MB, a full file of PEPs 2 GB. */
const limits = { maxBytes: 6 * 1024 * 1024 * 1024, timeoutMs: 1_800_000 }

/** The URLs of a list. Empty if it is only imported from a file. */
export const addressesOf = (list: ListDefinition, configured: ListAddresses): readonly string[] =>
  configured[list.id] ?? list.addresses ?? []

/** The lists that have a URL. */
export const refreshableLists = (configured: ListAddresses): ListDefinition[] =>
  lists.filter((list) => addressesOf(list, configured).length > 0)

/**
 * Fetches one list from its publisher and imports it. Every failure is reported and not thrown, so that one list never
 * prevents the refresh of another.
 */
export const refreshList = async (
  list: ListDefinition,
  dependencies: RefreshDependencies,
): Promise<RefreshReport> => {
  try {
    return await inOwnFolder((folder) => fetchAndImport(list, folder, dependencies))
  } catch (error) {
    return notRefreshed(list, error)
  }
}

const inOwnFolder = async <Answer>(work: (folder: string) => Promise<Answer>): Promise<Answer> => {
  const folder = await mkdtemp(join(tmpdir(), 'nani-list-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const notRefreshed = ({ id: list }: ListDefinition, error: unknown): RefreshReport => {
  if (isListRefusal(error))
    return { list, outcome: 'refused', reason: error.code.slice('list_'.length), message: error.message }
  if (error instanceof OutboundFailed || error instanceof OutboundRefused)
    return { list, outcome: 'refused', reason: error.reason, message: error.message }
  // The message of an unexpected error can quote an entry.
  return { list, outcome: 'refused', reason: 'failed', message: `It failed: ${errorLine(error)}` }
}

const fetchAndImport = async (
  list: ListDefinition,
  folder: string,
  { actor, pool, clock, lookup, addresses, download = downloadGuarded }: RefreshDependencies,
): Promise<RefreshReport> => {
  const scope = { list: list.id, audience: 'everyone' } as const
  const current = await currentVersion(pool, scope)
  const from = addressesOf(list, addresses)
  // An ETag belongs to one file. Several files are compared by their hash.
  const etag = current && from.length === 1 && current.source === from[0] ? current.etag : null
  const files: ReturnType<typeof fileSource>[] = []
  let newEtag: string | null = null
  let modified: string | null = null
  for (const [index, address] of from.entries()) {
    const path = join(folder, String(index))
    const answer = await download(address, publicOnly, { ...limits, path, etag }, { lookup })
    if (answer.outcome === 'unchanged') {
      const now = new Date(clock.now())
      const version = current && (await confirmVersion(pool, current, null, now))
      if (!version)
        throw new OutboundFailed(
          'answer_refused',
          'The server responded "not modified", but the list was never downloaded.',
        )
      return { list: list.id, outcome: 'unchanged', version }
    }
    files.push(fileSource(path, nameOf(address)))
    newEtag = from.length === 1 ? answer.etag : null
    modified = dayOf(answer.lastModified) ?? modified
  }
  const { outcome, version } = await importList(
    actor,
    {
      ...scope,
      files,
      format: null,
      acceptDrop: false,
      source: from.join(' '),
      etag: newEtag,
      sourceDate: modified,
    },
    { pool, clock },
  )
  return { list: list.id, outcome, version }
}

const nameOf = (address: string): string => new URL(address).pathname.split('/').at(-1) || address

const dayOf = (header: string | null): string | null => {
  const ms = Date.parse(header ?? '')
  return Number.isNaN(ms) ? null : new Date(ms).toISOString().slice(0, 10)
}

type DueDependencies = Omit<RefreshDependencies, 'actor'> & { everyHours: number }

const schedule: Actor = { kind: 'system', task: 'lists' }

/** Null if the list is not due. A failed list was not confirmed, so it is due again in the next run, an hour later. */
const refreshWhenDue = async (
  list: ListDefinition,
  dependencies: DueDependencies,
): Promise<RefreshReport | null> => {
  const { pool, clock, everyHours } = dependencies
  try {
    const current = await currentVersion(pool, { list: list.id, audience: 'everyone' })
    const dueMs = current ? current.confirmedAt.getTime() + everyHours * 3_600_000 : 0
    return dueMs <= clock.now() ? await refreshList(list, { ...dependencies, actor: schedule }) : null
  } catch (error) {
    return notRefreshed(list, error)
  }
}

/** Any process can start this. One process fetches, and the others continue. */
export const refreshDueLists = async (
  dependencies: DueDependencies & { onReport(report: RefreshReport): void },
): Promise<void> => {
  const { pool, addresses, onReport } = dependencies
  await withTryLock(pool, 'nani list refresh', async () => {
    for (const list of refreshableLists(addresses)) {
      const report = await refreshWhenDue(list, dependencies)
      if (report) onReport(report)
    }
  })
}
