import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { screen } from '../15-aml-screening/screening.ts'
import { newName } from '../16-monitoring/monitored-installation.ts'
import { databaseWith, untilCarried } from '../installation/databases.ts'
import { environmentOf } from '../installation/nani-command.ts'
import { repositoryRoot } from '../installation/start-installation.ts'
import { casesJson, errorOf, reportedChanges, reportFraud, statusOf } from './desk.ts'

const dataDir = inject('dataDir')
const { production } = inject('demo')
const environment = ['--environment', 'production']
const desk = (...args: string[]) => casesJson(dataDir, [...args, ...environment])

const kills = Number(process.env.NANI_DESK_KILLS ?? 3)
/** A decision that has the lock of its case ends in about this time. */
const decisionMs = 60

let holder: pg.Client
/** The view of connections does not change within a transaction, so that another one reads it. */
let watcher: pg.Client
let holderPid: number
beforeAll(async () => {
  const connectionString = await databaseWith(dataDir, production.application_id)
  holder = new pg.Client({ connectionString })
  watcher = new pg.Client({ connectionString })
  await Promise.all([holder.connect(), watcher.connect()])
  holderPid = (await holder.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0
})
afterAll(() => Promise.all([holder?.end(), watcher?.end()]))

/** A decision in a process of its own, which waits for the lock of its case within its transaction. */
const begunDecision = async (number: string) => {
  await holder.query('begin')
  await holder.query(
    `select from fraud_cases where case_number = $1 and environment = 'production' for update`,
    [number],
  )
  const child = spawn(
    process.execPath,
    ['packages/operator/src/main.ts', 'cases', 'decide', number, 'accept', '--as', 'Bahati', ...environment],
    { cwd: repositoryRoot, env: environmentOf(dataDir), stdio: 'ignore' },
  )
  const ended = once(child, 'exit')
  const waits = async () =>
    (await watcher.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [holderPid]))
      .rowCount
  await expect.poll(waits, { timeout: 60_000 }).toBe(1)
  return { child, ended }
}

test(`of ${kills} confirmations whose process is killed in its transaction, each has happened as a whole or not at all`, {
  timeout: 120_000 + kills * 30_000,
}, async () => {
  for (let kill = 0; kill < kills; kill++) {
    const person = { full_name: newName(), date_of_birth: '1981-02-03', nationality: 'ZMB' }
    const { id, case_number: number } = await reportFraud(production, {
      type: 'document_forgery',
      subject: { ...person, role: 'suspect' },
    })
    await desk('start', number, '--as', 'Amani')
    await desk('propose', number, 'confirmed', '--reason', 'two witnesses', '--as', 'Amani')
    const { child, ended } = await begunDecision(number)
    // The first one is killed while it waits. The others go on for a part of their time.
    if (kill === 0) child.kill('SIGKILL')
    await holder.query('rollback')
    if (kill > 0) await Promise.race([ended, delay(randomInt(decisionMs))])
    child.kill('SIGKILL')
    const [exitCode] = await ended
    // A transaction whose client is gone ends soon: a decision after it gets the lock of the case.
    const afterwards = await errorOf(dataDir, ['decide', number, 'reject', ...environment, '--as', 'Chanda'])
    expect(kill === 0 ? [null] : [null, 'case_status_not_allowed']).toContain(afterwards)
    const confirmed = afterwards !== null
    await untilCarried(dataDir)
    // A command that said that it is done was not killed before its commit.
    if (exitCode === 0) expect(confirmed).toBe(true)
    expect({
      status: await statusOf(production, id),
      warned: (await screen(production, person)).json.hits.map(({ fraud_case }) => fraud_case?.case_number),
      changes: await reportedChanges(production, id),
    }).toEqual({
      status: confirmed ? 'confirmed' : 'under_review',
      warned: confirmed ? [number] : [],
      changes: ['received → under_review', ...(confirmed ? ['under_review → confirmed'] : [])],
    })
  }
})
