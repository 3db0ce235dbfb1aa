import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(async () => {
  expect(world.logged).toEqual([])
  await world.stop()
})

const found = async () => {
  const owner = await world.signUp()
  const { json } = await owner.post('/organizations', { name: 'Banque', rccm: 'CD/KNG/RCCM/00-B-00001' })
  return { owner, path: `/organizations/${json.id}` }
}

test('the alert threshold is changed by its version, in the currency of the wallet', async () => {
  const { owner, path } = await found()
  const { json: wallet } = await owner.get(`${path}/wallet`)
  expect(wallet).toMatchObject({ object: 'wallet', mode: 'postpaid', alert_threshold: null, version: 1 })
  const set = (value: number, currency: string, version?: number) =>
    owner.put(`${path}/wallet/threshold`, { alert_threshold: { value, currency } }, version)
  expect((await set(50, 'USD')).json).toMatchObject({ error: 'invalid_request', field: 'If-Match' })
  expect((await set(50, 'CDF', 1)).json).toMatchObject({ error: 'invalid_request' })
  expect((await set(50, 'USD', 1)).json).toMatchObject({
    alert_threshold: { value: 50, currency: 'USD' },
    version: 2,
  })
  expect((await set(60, 'USD', 1)).json).toMatchObject({
    error: 'changed_meanwhile',
    current: { version: 2 },
  })
})

test('a top-up is asked for and listed, and a payment needs an own invoice', async () => {
  const { owner, path } = await found()
  const amount = { value: 150, currency: 'USD' }
  const asked = await owner.post(`${path}/top-ups`, { amount }, { 'idempotency-key': 'top-up' })
  expect([asked.status, asked.json]).toMatchObject([201, { status: 'submitted', amount }])
  await owner.post(`${path}/top-ups`, { amount }, { 'idempotency-key': 'top-up' })
  expect((await owner.get(`${path}/top-ups`)).json.data).toEqual([asked.json])
  expect((await owner.post(`${path}/top-ups`, { amount: { value: 0.001, currency: 'USD' } })).status).toBe(
    400,
  )
  const payment = { invoice_ids: ['inv_none'], amount, method: 'cash', external_reference: 'R1' }
  expect((await owner.post(`${path}/payments`, payment)).status).toBe(404)
  for (const list of ['invoices', 'payments'])
    expect((await owner.get(`${path}/${list}`)).json.data).toEqual([])
  expect((await owner.get(`${path}/invoices/inv_none/pdf`)).status).toBe(404)
  expect((await owner.get(`${path}/prices`)).status).toBe(200)
})
