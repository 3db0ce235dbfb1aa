import type pg from 'pg'
import { expect, test } from 'vitest'
import { pinnedSettings } from './pinned-settings.ts'
import { proveConnection } from './prove-connection.ts'

/* A pooler without a program of its own: it answers what a pooler in each mode answers. pooler.test.ts has the real one. */

/** The n-th client that a pool opens has this process of PostgreSQL. */
const pooled = (processOf: (client: number, inTransaction: readonly number[]) => number): pg.Pool => {
  let clients = 0
  const inTransaction: number[] = []
  const connect = async () => {
    const client = clients++
    const query = async (text: string) => {
      if (text === 'begin') inTransaction.push(client)
      if (text === 'rollback') inTransaction.splice(inTransaction.indexOf(client), 1)
      if (text.includes('usable')) return { rows: [{ usable: true }] }
      if (text.includes('current_setting'))
        return { rows: Object.entries(pinnedSettings).map(([name, value]) => ({ name, value })) }
      return { rows: [{ pid: processOf(client, inTransaction) }] }
    }
    // The number that a pooler reports to its client is not the one of PostgreSQL.
    return { processID: 1_000 + client, query, release() {} }
  }
  return { connect } as unknown as pg.Pool
}

const prove = (pool: pg.Pool) =>
  proveConnection(pool, 'postgres://caller@db/nani', { variable: 'DATABASE_URL', place: 'db:5432/nani' })

test('two clients with one connection of PostgreSQL are refused', async () => {
  await expect(prove(pooled(() => 7))).rejects.toMatchObject({
    code: 'database_pooler_unsupported',
    message: expect.stringContaining('shares a connection between clients'),
  })
})

test('a client whose connection another one takes during its transaction is refused', async () => {
  const moved = pooled((client, inTransaction) =>
    client === 0 && inTransaction.length > 0 ? 8 : 7 + client * 2,
  )
  await expect(prove(moved)).rejects.toThrow('shares a connection between clients')
})

test('a pooler that gives each client its own connection is accepted', async () => {
  await expect(prove(pooled((client) => 7 + client))).resolves.toBeUndefined()
})
