import { randomUUID } from 'node:crypto'
import type { Environment } from '@nani/contract'
import { newPrivateKey, openSigner } from '@nani/engines/transparency-log/index.ts'
import type { Archive } from '@nani/foundation/archive/index.ts'
import { systemRandom } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { createDatabaseAtNoon, type TestDatabase } from '../../../../../../testing/database.ts'
import { noon } from '../../../../../../testing/noon.ts'
import { emptyArchive } from '../../../testing/archive.ts'
import { type AuditEntry, writeAuditEntry } from '../../audit/index.ts'
import { type CheckOptions, checkLog } from '../check/check-log.ts'
import type { LogSigners } from '../log-key.ts'
import { sequenceStep } from '../sequence.ts'

/** An audit entry of a refused read at noon, with text that has to be escaped. */
export const entryOf = (applicationId: string, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ application_id: applicationId, at_ms: noon, actor: 'application', api_key: 'key_test_x' },
  ...{ request_id: `req_${randomUUID()}`, client_address: '2001:db8::1', method: 'GET' },
  ...{ path: '/v1/jobs/"\\\u0001é😀', http_status: 404, error_code: 'job_not_found', service: null },
  ...{ purpose: null, scopes: ['kyc.basic'], outcome: null, subject: 'ab12', read_ids: null },
  ...changes,
})

export type LogWorld = {
  database: TestDatabase
  signers: LogSigners
  archive: Archive
  /** Commits entries of an application of the environment. Returns their ids. */
  write(count: number, environment?: Environment, changes?: Partial<AuditEntry>): Promise<string[]>
  /** Commits acts of an operator. Returns their numbers. */
  act(count: number): Promise<string[]>
  /** Moves the clock of the sequencer and of the entries. */
  advance(ms: number): void
  /** Runs the sequencer until nothing is left. */
  sequence(pool?: pg.Pool): Promise<void>
  check(kept?: CheckOptions['kept']): ReturnType<typeof checkLog>
}

const newSigners = (): LogSigners => ({
  sandbox: openSigner('log.example/sandbox', 'ed25519', newPrivateKey()),
  production: openSigner('log.example/production', 'ed25519', newPrivateKey()),
})

type OpenOptions = { signers?: LogSigners; copied?: TestDatabase }

/**
 * A database with an application of each environment, and the keys of its log. `signers`: those of another world. `copied`: a copy of its
 * database.
 */
export const openLogWorld = async ({
  signers = newSigners(),
  copied,
}: OpenOptions = {}): Promise<LogWorld> => {
  const database = copied ?? (await createDatabaseAtNoon())
  let nowMs = noon
  const applications: Record<Environment, string> = { sandbox: 'app_s', production: 'app_p' }
  for (const [environment, id] of copied ? [] : Object.entries(applications))
    await database.pool.query(
      `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
         burst_per_second, created_at)
       values ($1, 'org', $1, $2, '{}', '{}', '{}', 100, $3)`,
      [id, environment, new Date(noon)],
    )
  const random = systemRandom()
  const archive = emptyArchive(database.pool)
  const world: LogWorld = {
    database,
    signers,
    archive,
    async write(count, environment = 'production', changes = {}) {
      const entries = Array.from({ length: count }, () =>
        entryOf(applications[environment], { at_ms: nowMs, ...changes }),
      )
      for (const entry of entries) await writeAuditEntry(database.pool, entry)
      return entries.map(({ request_id }) => request_id)
    },
    async act(count) {
      const { rows } = await database.pool.query<{ act_number: string }>(
        `insert into acts (at, actor_kind, actor, account, origin, action, subject, before, after)
         select $1, 'operator', 'amina', 'amina', 'command_line', 'reviews.approve', E'rev_"é\\u0001😀' || i,
           '{"status": "submitted", "b": 1.5, "a": null}', '{"a": ["x"]}'
         from generate_series(1, $2::int) i returning act_number`,
        [new Date(nowMs), count],
      )
      return rows.map(({ act_number }) => act_number)
    },
    advance(ms) {
      nowMs += ms
    },
    async sequence(pool = database.pool) {
      for (;;) {
        const { busy, more } = await sequenceStep({
          ...{ pool, random, clock: { now: () => nowMs } },
          readSigners: async () => signers,
        })
        if (!busy && !more) return
      }
    },
    check: (kept = []) =>
      checkLog(database.pool, { signers, archive, nowMs: nowMs + 3_600_000, from: null, to: null, kept }),
  }
  return world
}
