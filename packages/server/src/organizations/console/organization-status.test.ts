import type { Actor } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWallet } from '../../testing/open-wallet.ts'
import {
  refuseOrganization,
  restoreOrganization,
  suspendOrganization,
  verifyOrganization,
} from '../organizations/index.ts'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(async () => {
  expect(world.logged).toEqual([])
  await world.stop()
})

const operator = (name: string): Actor => ({
  ...{ kind: 'operator', name, roles: ['reviewer', 'supervisor'], account: name },
})
const needs = () => ({ ...world.platform, rules: { oneAccountMayBeTwo: false } })
let made = 0
const found = async () => {
  const owner = await world.signUp()
  const rccm = `CD/KNG/RCCM/00-B-${String(20_000 + ++made)}`
  const { json } = await owner.post('/organizations', { name: 'Banque', rccm })
  return { owner, rccm, id: json.id, path: `/organizations/${json.id}` }
}

test('a refused organization is submitted again by its change', async () => {
  const { owner, id, path } = await found()
  await refuseOrganization(operator('amina'), { organization_id: id, reason: 'Wrong number.' }, needs())
  const refused = await owner.get(path)
  expect(refused.json).toMatchObject({ status: 'refused', status_reason: 'Wrong number.' })
  const again = await owner.patch(path, { rccm: 'CD/KNG/RCCM/00-B-29999' }, refused.json.version)
  expect(again.json).toMatchObject({ status: 'pending', status_reason: null })
})

test('two people suspend and restore an organization, and billable services follow', async () => {
  const { owner, id, path } = await found()
  const { json: application } = await owner.post(`${path}/applications`, { name: 'Shop' })
  const eventsOf = async (applicationId: string) =>
    (await owner.get(`${path}/applications/${applicationId}/events`)).json.data.map(
      (event) => (event as unknown as { type: string }).type,
    )
  await verifyOrganization(operator('amina'), { organization_id: id }, needs())
  const input = { organization_id: id, reason: 'An inquiry.' }
  const suspend = (name: string) => suspendOrganization(operator(name), input, needs())
  expect((await suspend('amina')).status).toBe('proposed')
  expect((await suspend('amina')).status).toBe('proposed')
  expect((await owner.get(`${path}/wallet`)).json).toMatchObject({ suspended: false })
  expect((await suspend('jonas')).status).toBe('done')
  expect((await owner.get(path)).json).toMatchObject({ status: 'suspended', status_reason: 'An inquiry.' })
  expect((await owner.get(`${path}/wallet`)).json).toMatchObject({ suspended: true })
  const restore = (name: string) => restoreOrganization(operator(name), input, needs())
  expect((await restore('jonas')).status).toBe('proposed')
  expect((await restore('amina')).status).toBe('done')
  expect((await owner.get(`${path}/wallet`)).json).toMatchObject({ suspended: false })
  expect(await eventsOf(application.counterpart.id)).toEqual([
    ...['billing.services_restored', 'billing.services_suspended'],
  ])
  expect(await eventsOf(application.id)).toEqual([])
})

test('two verified organizations never have the same RCCM', async () => {
  const [one, other] = [await found(), await found()]
  await verifyOrganization(operator('amina'), { organization_id: one.id }, needs())
  const { json } = await other.owner.get(other.path)
  await other.owner.patch(other.path, { rccm: one.rccm }, json.version)
  await expect(
    verifyOrganization(operator('amina'), { organization_id: other.id }, needs()),
  ).rejects.toMatchObject({ code: 'state_conflict' })
})

test('closing ends keys and sessions, and the organization is missing from then on', async () => {
  const { owner, id, path } = await found()
  await owner.post(`${path}/applications`, { name: 'Shop' })
  expect((await owner.delete(path)).status).toBe(204)
  expect((await owner.get('/me')).status).toBe(401)
  const { rows } = await world.database.pool.query(
    `select count(*) filter (where revoked_at is null)::int as valid, count(*)::int as all
     from api_keys join applications using (application_id) where organization_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ valid: 0, all: 2 }])
  const acts = await world.database.pool.query('select from acts where organization_id = $1', [id])
  expect(acts.rowCount).toBeGreaterThan(2)
})

test('right after a move to a cell, a process that does not know it yet closes nothing and makes no application in home', async () => {
  const { owner, id, path } = await found()
  await world.database.pool.query(
    `insert into placed_organizations (organization_id, cell, placed_at) values ($1, 'north', now())`,
    [id],
  )
  expect((await owner.delete(path)).status).toBe(503)
  expect((await owner.post(`${path}/applications`, { name: 'Shop' })).status).toBe(503)
  expect((await owner.get(path)).json).not.toMatchObject({ status: 'closed' })
})

test('an organization with money in its wallet is not closed', async () => {
  const { owner, id, path } = await found()
  const { newId, clock } = world.platform
  const wallet = { organizationId: id, paid: 1 }
  await openWallet(world.database.pool, wallet, { newId, nowMs: clock.now() })
  expect(await owner.delete(path)).toMatchObject({ status: 409, json: { error: 'conflict' } })
  expect((await owner.get(path)).status).toBe(200)
})

test('an organization with an unpaid invoice is not closed', async () => {
  const { owner, id, path } = await found()
  await owner.get(`${path}/wallet`)
  await world.database.pool.query(
    `insert into billing_invoices (invoice_id, organization_id, number, kind, status, currency, subtotal, tax, total,
       amount_due, issued_at, due_at)
     values ('inv_1', $1, 'NANI-2026-000001', 'usage', 'issued', 'USD', 1, 0, 1, 1, now(), now())`,
    [id],
  )
  expect((await owner.delete(path)).json).toMatchObject({ error: 'conflict' })
})
