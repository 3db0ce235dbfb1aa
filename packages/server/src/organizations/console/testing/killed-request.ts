import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { expect } from 'vitest'
import { type ConsoleWorld, openBrowser } from './console-world.ts'
import type { Moment } from './self-killing.ts'
import type { KillOrder, ProcessOrder } from './serve-until-killed.ts'

type Browser = ReturnType<typeof openBrowser>
/** A request that succeeds once, and the browser that sends it. */
export type SentRequest = {
  by: Pick<Browser, 'cookies'>
  method: string
  path: string
  body?: unknown
  version?: number
}

const moments = ['entry', 'commit'] as const

type World = Pick<ConsoleWorld, 'database' | 'platform' | 'http' | 'identities'> & { consoleUrl: string }
type Started = { child: ChildProcess; ended: Promise<unknown[]>; url: string }

/** The next message, or the end of the process. */
const answerOf = async (child: ChildProcess, ended: Promise<unknown[]>): Promise<unknown> =>
  (await Promise.race([once(child, 'message'), ended]))[0]

const startProcess = async (fixture: string, world: World): Promise<Started> => {
  const cache = process.env.NODE_COMPILE_CACHE ?? 'node_modules/.cache/nani'
  const child = fork(fixture, { env: { ...process.env, NODE_COMPILE_CACHE: cache } })
  const ended = once(child, 'exit')
  const started = answerOf(child, ended)
  child.send({
    ...{ url: world.database.url, nowMs: world.platform.clock.now(), consoleUrl: world.consoleUrl },
    rootKey: world.platform.rootKey.toString('hex'),
  } satisfies ProcessOrder)
  const url = String(await started)
  expect(url).toMatch(/^http:/)
  return { child, ended, url }
}

/**
 * Sends requests to other processes, which kill themselves within the transaction of the act. The next process starts while the
 * test works, because a start takes longer than everything else.
 */
export const openKilledRequests = (fixture: string, world: World) => {
  const startNext = () => {
    const starting = startProcess(fixture, world)
    // A failure is reported to the test that uses the process.
    starting.catch(() => {})
    return starting
  }
  let next = startNext()

  const sendAndKill = async (request: SentRequest, moment: Moment): Promise<void> => {
    const { child, ended, url } = await next
    next = startNext()
    const ready = answerOf(child, ended)
    child.send({
      ...{ moment, nowMs: world.platform.clock.now(), issuer: world.http.publicUrls.find('sandbox') },
      codes: [...world.identities.issued],
    } satisfies KillOrder)
    expect(await ready).toBe('ready')
    const { by, method, path, body, version } = request
    const browser = openBrowser(url, '198.51.100.7')
    for (const [name, value] of by.cookies) browser.cookies.set(name, value)
    const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
    const answered = browser.send(method, path, body, headers).catch(() => null)
    const first = await Promise.race([answered, ended])
    // An answer means that the act had no entry, or was refused before it.
    if (first && 'json' in first) child.kill('SIGKILL')
    expect({ path, answer: first && 'json' in first ? first.json : null }).toEqual({ path, answer: null })
    expect((await ended)[1]).toBe('SIGKILL')
    await noTransactionIsOpen(world)
  }

  return {
    /**
     * Kills the act twice: before its entry or before its commit, which leaves nothing, and when its commit was sent, which the
     * database reads although its client is dead. Returns what that one made.
     */
    async killTwice(request: SentRequest): Promise<Changes> {
      const before = await stateOf(world)
      const met = {
        path: request.path,
        before: moments[randomInt(moments.length)] as (typeof moments)[number],
      }
      await sendAndKill(request, { before: met.before })
      expect({ ...met, ...(await changesSince(before, world)) }).toEqual({ ...met, tables: [], entries: [] })
      await sendAndKill(request, { sent: true })
      return changesSince(before, world)
    },
    async stop(): Promise<void> {
      const { child, ended } = await next
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The database reads a commit also when its client is dead. */
const noTransactionIsOpen = ({ database }: World) =>
  expect
    .poll(
      async () =>
        (
          await database.pool.query(
            `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
               and backend_type = 'client backend' and state <> 'idle'`,
          )
        ).rowCount,
      { timeout: 20_000 },
    )
    .toBe(0)

/** A hash of the rows of each table, and the newest act. Everything that a transaction changed shows in it. */
const stateOf = async ({ database: { pool } }: Pick<World, 'database'>) => {
  const { rows: names } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const { rows } = await pool.query<{ name: string; hash: string }>(
    names
      .map(
        ({ name }) =>
          `select '${name}' as name, md5(string_agg(md5(t::text), '' order by md5(t::text))) as hash from ${name} t`,
      )
      .join(' union all '),
  )
  const { rows: acts } = await pool.query<{ last: string }>(
    'select coalesce(max(act_number), 0)::text as last from acts',
  )
  return {
    tables: Object.fromEntries(rows.map(({ name, hash }) => [name, hash])),
    lastAct: acts[0]?.last ?? '0',
  }
}
type State = Awaited<ReturnType<typeof stateOf>>

/** What a transaction that was killed changed since a state: the tables, and the names of the entries. */
const changesSince = async (before: State, world: Pick<World, 'database'>): Promise<Changes> => {
  const { tables } = await stateOf(world)
  const { rows } = await world.database.pool.query<{ action: string }>(
    'select action from acts where act_number > $1 order by act_number',
    [before.lastAct],
  )
  return {
    tables: Object.keys(tables).filter((name) => tables[name] !== before.tables[name]),
    entries: rows.map(({ action }) => action),
  }
}
export type Changes = { tables: string[]; entries: string[] }
