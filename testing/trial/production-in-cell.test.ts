import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Actor } from '../../packages/foundation/src/core/index.ts'
import {
  databaseUrls,
  type InstallationUrls,
  openPlatform,
  type Platform,
} from '../../packages/foundation/src/platform/index.ts'
import { runInMemory } from '../../packages/operator/src/testing/run-in-memory.ts'
import type { Nani } from '../../packages/sdk/src/index.ts'
import { openServerProcess, type Server } from '../../packages/server/src/app/app/index.ts'
import {
  addCell,
  checkCells,
  moveOrganization,
  placeOrganization,
  prepareCell,
} from '../../packages/server/src/app/cells/index.ts'
import { type LogicalServer, startLogicalServer } from '../logical-server.ts'
import { configIn, installationOf, openAs } from './cell-installation.ts'
import { enrolAtDesk } from './enrol-at-desk.ts'
import { makeInProduction, openInProduction, submitDossier } from './production-caller.ts'
import { type OwnerInConsole, signInAsOwner } from './sign-in-as-owner.ts'
import { tablesWith } from './tables-with.ts'

/** The product with an organization in a cell, whose applications go into production. It pays in advance. */
const organizationId = 'org_bank'
const amina: Actor = { kind: 'operator', name: 'amina', roles: ['supervisor'] }
let servers: { home: LogicalServer; cell: LogicalServer }
let pools: { home: pg.Pool; cell: pg.Pool }
let platform: Platform
let server: Server
let dataDir: string
let owner: OwnerInConsole
let reviewers: Awaited<ReturnType<typeof enrolAtDesk>>[]
const clients: Nani[] = []

const commandAs = async (account: string, ...args: string[]) => {
  const env = installationOf(servers.home, join(dataDir, 'commands'))
  const { code, out, err } = await runInMemory([...args, '--json'], { env, cwd: dataDir, account })
  expect({ code, err: code === 0 ? '' : `${err}${out}` }).toEqual({ code: 0, err: '' })
  return JSON.parse(out) as Record<string, unknown>
}
/** What two people do, one after the other. */
const commandOfTwo = async (...args: string[]) => {
  await commandAs('amina', ...args, '--as', 'amina')
  return commandAs('boris', ...args, '--as', 'boris')
}

beforeAll(async () => {
  const [home, cell] = await Promise.all([startLogicalServer(), startLogicalServer()])
  servers = { home, cell }
  await home.createDatabase('home')
  await cell.createDatabase('north')
  pools = { home: openAs(home, 'home'), cell: openAs(cell, 'north') }
  dataDir = await mkdtemp(join(tmpdir(), 'nani-production-'))
  const config = configIn(home, join(dataDir, 'process'), {})
  platform = await openPlatform(config, databaseUrls(config) as InstallationUrls, () => {})
  await pools.home.query(
    `insert into organizations (organization_id, name, rccm, account_status, created_at)
     values ($1, 'Banque du Fleuve', 'CD/KNG/RCCM/00-B-00001', 'verified', now())`,
    [organizationId],
  )
  const urls = {
    ...{ app: cell.urlOf('app', 'north'), owner: cell.urlOf('owner', 'north') },
    home: home.urlOf('copies', 'home'),
  }
  await addCell(amina, { name: 'north', urls }, platform)
  await prepareCell(amina, { name: 'north' }, platform)
  const state = async () => (await checkCells(amina, {}, platform))[0]?.state
  await vi.waitFor(async () => expect(await state()).toBe('ok'), { timeout: 30_000, interval: 100 })
  await placeOrganization(amina, { organization_id: organizationId, cell: 'north' }, platform)
  server = await openServerProcess(config, platform)
  owner = await signInAsOwner({ platform, organizationId, consoleUrl: server.consoleUrl })
  const desk = {
    deskUrl: server.deskUrl,
    command: (...args: string[]) => commandAs('amina', ...args),
    nowMs: () => platform.clock.now(),
  }
  reviewers = [await enrolAtDesk(desk, 'zoe', 'reviewer'), await enrolAtDesk(desk, 'yves', 'reviewer')]
  for (const name of ['amina', 'boris']) await enrolAtDesk(desk, name, 'billing_officer,supervisor')
  await commandOfTwo('billing', 'mode', 'prepaid', '--organization', organizationId, '--reason', 'Contrat')
  await commandOfTwo('billing', 'adjust', '100', '--organization', organizationId, '--reason', 'Virement')
}, 120_000)

afterAll(async () => {
  for (const client of clients) await client.close()
  await server?.stop()
  await platform?.close()
  await pools?.home.end()
  await pools?.cell.end()
  await servers?.home.stop()
  await servers?.cell.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

const identifier = { type: 'svc_id', value: 'COD-0000-0000-0001' } as const
/** The register of production has no such person. */
const answered = 'kyc_validation not_found'
const refused = '403 production_access_required'
/** Processes learn of a change in a cell by a notification, or else within this time. */
const withinBound = { timeout: 5_000, interval: 50 }
/** Of a validation, in millionths of a dollar. */
const price = 100_000

/** An application of production with a certificate. `call`: the outcome of a call, as its caller sees it. */
const openApplication = async () => {
  const application = await makeInProduction(owner, ['kyc_validation'])
  const client = await openInProduction(owner, application, server.baseUrls.production)
  clients.push(client)
  const call = (idempotencyKey: string = crypto.randomUUID()): Promise<string> =>
    client.kyc.validate({ identifier, match: {}, purpose: 'customer_onboarding' }, { idempotencyKey }).then(
      ({ object, result }) => `${object} ${result}`,
      ({ status, code }: { status?: number; code?: string }) => `${status} ${code}`,
    )
  // Home learns of the key before it is issued, and this process a moment later.
  await expect.poll(() => call(), withinBound).toBe(refused)
  /** What was charged for its calls in a database. */
  const chargesIn = async (pool: pg.Pool) => {
    const { rows } = await pool.query<{ amount: number }>(
      'select amount::integer as amount from call_charges where application_id = $1 and livemode',
      [application.id],
    )
    return rows.map(({ amount }) => amount)
  }
  return { ...application, client, call, chargesIn }
}

/** The same with the approval of two reviewers. */
const openApproved = async () => {
  const opened = await openApplication()
  const { review, status } = await submitDossier(owner, opened)
  expect(status).toBe('submitted')
  const [zoe, yves] = reviewers
  const proposal = { decision: 'approve', reason: 'Le dossier est complet.' }
  expect(await zoe?.post(`/reviews/${review}/propose`, proposal)).toMatchObject({ status: 200 })
  expect(await yves?.post(`/reviews/${review}/decide`, { accept: true })).toMatchObject({
    ...{ status: 200, json: { status: 'approved' } },
  })
  await expect.poll(() => opened.call(), withinBound).toBe(answered)
  return opened
}

const balance = async () => {
  const { balance: money } = (await owner.send('GET', '/wallet')).json as { balance: { value: number } }
  return Math.round(money.value * 1_000_000)
}

test('calls are refused before the approval, are served five seconds after it at most, and the event is written', async () => {
  const { id, path, client, chargesIn } = await openApproved()
  expect(await chargesIn(pools.cell)).toEqual([price])
  expect((await owner.send('GET', path)).json).toMatchObject({
    ...{ production_status: 'approved', approved_services: ['kyc_validation'] },
  })
  const approvals: unknown[] = []
  for await (const { type, data } of client.events.list())
    if (type === 'application.production_status_changed')
      approvals.push((data.object as { approved_services: string[] }).approved_services)
  expect(approvals.at(-1)).toEqual(['kyc_validation'])
  expect(await tablesWith(pools.home, id)).toEqual([])
  expect(await tablesWith(pools.cell, id)).toEqual(expect.arrayContaining(['events', 'production_reviews']))
})

test('a call that is repeated is charged once, from the wallet in the cell', async () => {
  const { call, chargesIn } = await openApproved()
  const [before, key] = [await balance(), crypto.randomUUID()]
  expect([await call(key), await call(key)]).toEqual([answered, answered])
  expect(await chargesIn(pools.cell)).toEqual([price, price])
  expect(await balance()).toBe(before - price)
  const wallets = 'select from billing_wallets where organization_id = $1'
  expect((await pools.home.query(wallets, [organizationId])).rowCount).toBe(0)
})

test('the suspension of a service refuses its calls, and its restoration by two people serves them', async () => {
  const { id, call } = await openApproved()
  const [zoe, yves] = reviewers
  const suspension = { services: ['kyc_validation'], reason: 'Un doute.' }
  expect(await zoe?.post(`/applications/${id}/suspend`, suspension)).toMatchObject({
    ...{ status: 200, json: { suspended_services: ['kyc_validation'] } },
  })
  await expect.poll(() => call(), withinBound).toBe(refused)
  const restoration = { service: 'kyc_validation', reason: 'Le doute est levé.' }
  const restore = (by: typeof zoe) => by?.post(`/applications/${id}/restore`, restoration)
  expect(await restore(zoe)).toMatchObject({ status: 200, json: { status: 'proposed' } })
  expect(await call()).toBe(refused)
  expect(await restore(yves)).toMatchObject({ status: 200, json: { status: 'restored' } })
  await expect.poll(() => call(), withinBound).toBe(answered)
})

test('the quota of an application is counted in the cell, and refuses with quota_exceeded', async () => {
  const { id, call, chargesIn } = await openApproved()
  const setQuota = (quota: string) =>
    commandAs('amina', 'applications', 'update', id, '--quota', `kyc_validation=${quota}`)
  await setQuota('4/day')
  await expect.poll(() => call(), { timeout: 5_000, interval: 200 }).toBe('429 quota_exceeded')
  expect(await chargesIn(pools.cell)).toHaveLength(4)
  await setQuota('none')
  await expect.poll(() => call(), withinBound).toBe(answered)
})

test('calls before, during and after a move are charged once, and those during it are refused as overloaded', async () => {
  const { call, chargesIn } = await openApproved()
  const keys = { before: crypto.randomUUID(), during: crypto.randomUUID() }
  expect(await call(keys.before)).toBe(answered)
  const start = await balance()
  const isServed = async () => expect(await call(keys.before)).toBe(answered)
  const pause = () => vi.waitFor(isServed, { timeout: 20_000, interval: 100 })
  const moveTo = (cell: string) =>
    moveOrganization(amina, { organization_id: organizationId, cell, refuse: 30 }, { ...platform, pause })
  // Home takes no application until a call has met the move, which refuses writes meanwhile.
  const holder = await pools.home.connect()
  await holder.query('begin')
  await holder.query('lock table applications in exclusive mode')
  const move = moveTo('home')
  try {
    await expect.poll(() => call(keys.before), { timeout: 20_000, interval: 20 }).toBe('503 overloaded')
    expect(await call(keys.during)).toBe('503 overloaded')
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect(await move).toMatchObject({ from: 'north', to: 'home' })
  for (const key of [keys.during, keys.before, keys.during]) expect(await call(key)).toBe(answered)
  expect(await call()).toBe(answered)
  // The approval, before, during and after.
  expect(await chargesIn(pools.home)).toEqual([price, price, price, price])
  expect(await balance()).toBe(start - 2 * price)
  expect(await moveTo('north')).toMatchObject({ from: 'home', to: 'north' })
  expect(await call(keys.during)).toBe(answered)
  expect([await chargesIn(pools.cell), await balance()]).toEqual([Array(4).fill(price), start - 2 * price])
}, 60_000)
