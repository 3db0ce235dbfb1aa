import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Arming, ProcessOrder } from './testing/console-process.fixture.ts'
import { actsWithoutRequest, type ConsoleRequest, consoleRequests } from './testing/console-requests.ts'
import { type ConsoleWorld, openBrowser, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
let requests: ReturnType<typeof consoleRequests>
beforeAll(async () => {
  world = await startConsole()
  requests = consoleRequests(world)
})
afterAll(() => world.stop())

/** A hash of the rows of each table. Everything that a transaction changed shows in it. */
const stateOfTables = async (): Promise<Record<string, string>> => {
  const { pool } = world.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const { rows } = await pool.query<{ name: string; hash: string }>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, md5(string_agg(md5(t::text), '' order by md5(t::text))) as hash from ${name} t`,
      )
      .join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

const entriesOf = async (act: string): Promise<number> =>
  (
    await world.database.pool.query<{ count: number }>(
      'select count(*)::integer as count from acts where action = $1',
      [act],
    )
  ).rows[0]?.count ?? 0

/** The database reads a commit also when its client is dead. */
const noTransactionIsOpen = () =>
  expect
    .poll(
      async () =>
        (
          await world.database.pool.query(
            `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
               and backend_type = 'client backend' and state <> 'idle'`,
          )
        ).rowCount,
      { timeout: 20_000 },
    )
    .toBe(0)

/** Sends a request to another process of the console, which kills itself within the transaction of the act. */
const sendAndKill = async ({ by, method, path, body, version }: ConsoleRequest, arming: Arming) => {
  const child = fork(join(import.meta.dirname, 'testing/console-process.fixture.ts'))
  const ended = once(child, 'exit')
  const answer = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  const started = answer()
  child.send({
    ...{ url: world.database.url, nowMs: world.platform.clock.now() },
    rootKey: world.platform.rootKey.toString('hex'),
  } satisfies ProcessOrder)
  const url = await started
  expect(url).toMatch(/^http:/)
  const armed = answer()
  child.send(arming)
  expect(await armed).toBe('armed')
  const browser = openBrowser(String(url), '198.51.100.7')
  for (const [name, value] of by.cookies) browser.cookies.set(name, value)
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
  const answered = browser.send(method, path, body, headers).catch(() => null)
  const first = await Promise.race([answered, ended])
  // An answer means that the act had no transaction, or was refused before it.
  expect(first && 'json' in first ? first.json : null).toBeNull()
  expect((await ended)[1]).toBe('SIGKILL')
  await noTransactionIsOpen()
}

/** Each run meets other moments. `NANI_TEST_ACTS=all` meets every act. */
const chosen = (): string[] => {
  const names = Object.keys(requests)
  if (process.env.NANI_TEST_ACTS === 'all') return names
  return Array.from({ length: 4 }, () => names.splice(randomInt(names.length), 1)[0] as string)
}
/** Most acts have fewer statements. A greater number means before the commit. */
const maxStatements = 12

test('a killed act of the console made its change and its entry, or neither', {
  timeout: 1_800_000,
}, async () => {
  for (const act of chosen()) {
    const request = await requests[act]?.()
    if (!request) throw new Error(`${act} has no request`)
    const [tables, entries] = [await stateOfTables(), await entriesOf(act)]
    const before = 1 + randomInt(maxStatements)
    await sendAndKill(request, { before })
    expect({ act, before, tables: await stateOfTables() }).toEqual({ act, before, tables })
    await sendAndKill(request, { sent: true })
    const after = await stateOfTables()
    const changed = Object.keys(after).filter((name) => after[name] !== tables[name])
    const hasEntry = (await entriesOf(act)) === entries + 1
    // Without its entry, nothing changed. With it, the change is more than the entry.
    expect({ act, hasEntry, changed }).toEqual({
      ...{ act, hasEntry },
      changed: hasEntry ? expect.arrayContaining(['acts', expect.not.stringMatching(/^acts$/)]) : [],
    })
  }
})

test('each act of the console has a request here, but for a list that may only shrink', async () => {
  const { json } = await world.browser().get('/openapi.json')
  const { paths } = json as unknown as { paths: Record<string, Record<string, { operationId: string }>> }
  const acts = Object.values(paths).flatMap((ofPath) =>
    Object.entries(ofPath).flatMap(([method, { operationId }]) => (method === 'get' ? [] : [operationId])),
  )
  expect([...Object.keys(requests), ...actsWithoutRequest].toSorted()).toEqual(acts.toSorted())
  expect(actsWithoutRequest.length).toBeLessThanOrEqual(17)
})
