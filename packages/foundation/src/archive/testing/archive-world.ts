import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '../../../../../testing/database.ts'
import { systemRandom } from '../../core/index.ts'
import { dayMs, dayOf } from '../../storage/index.ts'
import { openArchive, type RunNeeds, runArchive } from '../index.ts'

export const noon = Date.UTC(2026, 2, 15, 12)
/** A day that is old enough for every table. */
export const oldDay = dayOf(noon - 95 * dayMs)

/** A database with a folder for its archive. */
export const openArchiveWorld = async () => {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'nani-archive-'))
  const rootKey = randomBytes(32)
  const needs: RunNeeds = {
    ...{ ownerPool: database.pool, folder, rootKey, random: systemRandom() },
    now: () => noon,
    whyChargesWait: async () => null,
    whyEntriesWait: async () => null,
  }
  const createDay = async (table: string, day = oldDay) => {
    await database.pool.query('select create_partition($1, $2)', [table, day])
  }
  return {
    ...{ database, folder, rootKey, needs, createDay },
    archive: openArchive({ pool: database.pool, rootKey, folder }),
    run: (changes: Partial<RunNeeds> = {}) => runArchive({ ...needs, ...changes }),
    /** Writes entries with their leaves, and returns their ids. */
    async writeEntries(count: number, day = oldDay) {
      for (const table of ['audit_entries', 'audit_leaves']) await createDay(table, day)
      const { rows } = await database.pool.query<{ entry_id: string }>(
        `insert into audit_entries (application_id, day, entry_id, at, actor, subject, read_ids, http_status, path, scopes)
         select 'app_' || n % 3, $1::date, 'kyc_' || lpad(n::text, 6, '0'), $1::date + interval '1 microsecond' * n,
           'application', decode(lpad(to_hex(n % 7), 4, '0'), 'hex'), array['res_' || n], 200, '/"\\é😀', '{a,b}'
         from generate_series(1, $2::integer) n returning entry_id`,
        [day, count],
      )
      await database.pool.query(
        `insert into audit_leaves (application_id, day, entry_id, environment, leaf_index, salt)
         select application_id, day, entry_id, 'production', row_number() over (order by entry_id) - 1,
           decode(md5(entry_id), 'hex')
         from audit_entries where day = $1`,
        [day],
      )
      return rows.map(({ entry_id }) => entry_id).sort()
    },
    async count(table: string): Promise<number> {
      const { rows } = await database.pool.query(`select count(*) as count from ${table}`)
      return rows[0].count
    },
    async stop() {
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type ArchiveWorld = Awaited<ReturnType<typeof openArchiveWorld>>
