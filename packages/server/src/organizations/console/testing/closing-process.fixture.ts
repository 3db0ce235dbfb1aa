import { idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { openPool } from '@nani/foundation/storage/index.ts'
import { closeOrganization } from '../../organizations/index.ts'
import { memberRealm as realm } from '../../people/index.ts'

/*
 * A process that closes an organization when it is asked to. It is killed where the order says: before it sends the first
 * statement that begins with `killedBefore`, or after it sent `commit`.
 */

export type Order = {
  url: string
  nowMs: number
  organizationId: string
  personId: string
  killedBefore: string | null
}

const kill = () => process.kill(process.pid, 'SIGKILL')
const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown } | null)?.text)

process.once('message', async ({ url, nowMs, organizationId, personId, killedBefore }: Order) => {
  const pool = openPool(url, { maxConnections: 1, statementTimeoutMs: 30_000, onError: () => {} })
  const client = await pool.connect()
  const query = client.query.bind(client) as (...sent: unknown[]) => unknown
  Object.assign(client, {
    query(...sent: unknown[]) {
      const text = textOf(sent[0]).trimStart().toLowerCase()
      if (killedBefore && text.startsWith(killedBefore)) kill()
      const answer = query(...sent)
      if (killedBefore === null && text === 'commit') setImmediate(kill)
      return answer
    },
  })
  client.release()
  const [clock, random] = [manualClock(nowMs), systemRandom()]
  process.send?.('closing')
  await closeOrganization(
    { kind: 'member', personId, organizationId, roles: ['owner'], secondFactorAtMs: nowMs },
    { organization_id: organizationId },
    { ...{ pool, clock, random, realm, newId: idSource(clock, random) } } as never,
  )
})
