import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskPerson, type DeskWorld, startDesk } from './testing/desk-world.ts'
import { submittedReview } from './testing/submitted-review.ts'

let world: DeskWorld
let [first, second, third] = [] as unknown as [DeskPerson, DeskPerson, DeskPerson]
beforeAll(async () => {
  world = await startDesk()
  const enrol = () => world.enrol(['billing_officer', 'reviewer'])
  ;[first, second, third] = [await enrol(), await enrol(), await enrol()]
})
afterAll(async () => {
  expect(world.logged.filter((line) => line.startsWith('internal error'))).toEqual([])
  await world.stop()
})

const moneyOf = async () => {
  const { owner } = await submittedReview(world, first, {})
  return { organization: owner.organization, path: `/billing/organizations/${owner.organization}` }
}
const changed = { status: 412, json: { error: 'changed_meanwhile', current: { status: 'ended' } } }
const declinedOf = async (organization: string) =>
  (await first.get(`/billing/proposals?status=declined&organization_id=${organization}`)).json.data
const openIds = async () => (await first.get('/billing/proposals')).json.data.map(({ id }) => id)

test('who agrees to a proposal gives an own reason, and the act has the one that was proposed', async () => {
  const { organization, path } = await moneyOf()
  const adjustment = { amount: 5, reason: 'A correction.' }
  const { json: proposed } = await first.post(`${path}/adjust`, adjustment)
  const own = { ...adjustment, reason: 'I compared the books.' }
  // Without the id, other words are another proposal.
  const { json: another } = await second.post(`${path}/adjust`, own)
  expect(another).toMatchObject({ status: 'proposed' })
  expect(another.id).not.toBe(proposed.id)
  expect((await second.post(`${path}/adjust`, { ...own, proposal_id: proposed.id })).json).toMatchObject({
    object: 'wallet',
  })
  const { json } = await first.get(`/billing/proposals?status=executed&organization_id=${organization}`)
  expect(json.data).toMatchObject([
    {
      ...{ id: proposed.id, proposed_by: first.name, reason: adjustment.reason },
      ...{ decided_by: second.name, decided_reason: own.reason },
    },
  ])
  const { rows } = await world.database.pool.query(
    `select reason from ledger_transactions where organization_id = $1 and kind = 'adjustment'`,
    [organization],
  )
  expect(rows).toEqual([{ reason: adjustment.reason }])
})

test('a change of the mode ends an open proposal about it', async () => {
  const { path } = await moneyOf()
  const limited = { mode: 'postpaid', credit_limit: 100, reason: 'A small limit.' }
  const { json: proposed } = await first.post(`${path}/mode`, limited)
  const other = { mode: 'prepaid', credit_limit: null, reason: 'No credit.' }
  await first.post(`${path}/mode`, other)
  expect((await second.post(`${path}/mode`, other)).json).toMatchObject({ mode: 'prepaid' })
  expect(await third.post(`${path}/mode`, limited)).toMatchObject(changed)
  expect(await openIds()).not.toContain(proposed.id)
  expect((await first.get(path)).json).toMatchObject({ wallet: { mode: 'prepaid' } })
  // The same act begins again with a first person.
  expect((await third.post(`${path}/mode`, limited)).json).toMatchObject({ status: 'proposed' })
})

test('a payment of an invoice ends an open proposal about it', async () => {
  const { path } = await moneyOf()
  const { json: topUp } = await first.post(`${path}/top-ups`, { amount: 20 })
  const { json: approved } = await first.post(`${path}/top-ups/${topUp.id}/approve`)
  const { invoice_id: invoice } = approved as unknown as { invoice_id: string }
  const note = { amount: 2, reason: 'An error.' }
  const notes = `${path}/invoices/${invoice}/credit-notes`
  const { json: proposed } = await first.post(notes, note)
  const payment = { invoices: [invoice], amount: 1, method: 'cash', reference: 'R-1' }
  const { json: declared } = await first.post(`${path}/payments`, payment)
  expect((await second.post(`${path}/payments/${declared.id}/approve`)).json).toMatchObject({
    status: 'approved',
  })
  expect(await second.post(notes, { ...note, proposal_id: proposed.id })).toMatchObject(changed)
  expect(await openIds()).not.toContain(proposed.id)
})

/** An invoice of a top-up, and a payment of a part of it that another person approves. */
const invoiceOf = async (path: string, amount = 20) => {
  const { json: topUp } = await first.post(`${path}/top-ups`, { amount })
  const { json: approved } = await first.post(`${path}/top-ups/${topUp.id}/approve`)
  const { invoice_id: invoice } = approved as unknown as { invoice_id: string }
  let payments = 0
  const declare = async (paid: number) => {
    const payment = { invoices: [invoice], amount: paid, method: 'cash', reference: `R-${payments++}` }
    return (await first.post(`${path}/payments`, payment)).json.id as string
  }
  const pay = async (paid: number) => {
    const approval = await third.post(`${path}/payments/${await declare(paid)}/approve`)
    expect(approval.json).toMatchObject({ status: 'approved' })
  }
  return { invoice, declare, pay }
}

type Repeated = {
  act(by: DeskPerson, more?: object): ReturnType<DeskPerson['post']>
  change(): Promise<unknown>
}
const repeated: Record<string, (path: string) => Promise<Repeated>> = {
  async 'a change of the mode'(path) {
    const limited = { mode: 'postpaid', credit_limit: 100, reason: 'A small limit.' }
    const other = { mode: 'prepaid', credit_limit: null, reason: 'No credit.' }
    return {
      act: (by, more) => by.post(`${path}/mode`, { ...limited, ...more }),
      async change() {
        await second.post(`${path}/mode`, other)
        await third.post(`${path}/mode`, other)
      },
    }
  },
  async 'a credit note'(path) {
    const { invoice, pay } = await invoiceOf(path)
    const note = { amount: 2, reason: 'An error.' }
    return {
      act: (by, more) => by.post(`${path}/invoices/${invoice}/credit-notes`, { ...note, ...more }),
      change: () => pay(1),
    }
  },
  async 'an approval of a payment'(path) {
    const { declare, pay } = await invoiceOf(path, 900)
    const id = await declare(1_001)
    return {
      act: (by, more) => by.post(`${path}/payments/${id}/approve`, more),
      change: () => pay(50),
    }
  },
  async 'a return of money that no invoice asked for'(path) {
    const { pay } = await invoiceOf(path)
    await pay(100)
    return {
      act: (by, more) => by.post(`${path}/unapplied/return`, { amount: 1, reason: 'It is theirs.', ...more }),
      // The next invoice is paid with it.
      change: () => invoiceOf(path),
    }
  },
}

test.each(Object.entries(repeated))(
  'a person who proposes %s again after a change makes a new proposal, which a second person executes',
  async (_, open) => {
    const { path } = await moneyOf()
    const { act, change } = await open(path)
    const { json: stale } = await act(first)
    expect((await act(first)).json.id).toBe(stale.id)
    await change()
    const { json: renewed } = await act(first)
    expect(renewed).toMatchObject({ status: 'proposed' })
    expect(renewed.id).not.toBe(stale.id)
    const waiting = await openIds()
    expect([waiting.includes(stale.id), waiting.includes(renewed.id)]).toEqual([false, true])
    expect(await act(second, { proposal_id: stale.id })).toMatchObject({ status: 412 })
    const executed = await act(second, { proposal_id: renewed.id })
    expect([executed.status, String((executed.json as { status?: string }).status)]).toEqual([
      200,
      expect.not.stringMatching('^proposed$'),
    ])
  },
)

test('a proposal to void an invoice that is paid meanwhile ends, and is no conflict', async () => {
  const { path } = await moneyOf()
  const { invoice, pay } = await invoiceOf(path)
  const voiding = { reason: 'An error.' }
  const { json: proposed } = await first.post(`${path}/invoices/${invoice}/void`, voiding)
  await pay(1)
  expect(await second.post(`${path}/invoices/${invoice}/void`, voiding)).toMatchObject(changed)
  expect(await openIds()).not.toContain(proposed.id)
  const again = await first.post(`${path}/invoices/${invoice}/void`, voiding)
  expect(again).toMatchObject({ status: 409 })
})

test('a payment and a top-up that are rejected have no open proposal, and the ended one names the person and the reason', async () => {
  const { organization, path } = await moneyOf()
  const { declare } = await invoiceOf(path)
  const { json: topUp } = await first.post(`${path}/top-ups`, { amount: 2_000 })
  for (const object of [`payments/${await declare(1_001)}`, `top-ups/${topUp.id}`]) {
    const { json: proposed } = await first.post(`${path}/${object}/approve`)
    expect(await openIds()).toContain(proposed.id)
    await second.post(`${path}/${object}/reject`, { reason: 'It is not ours.' })
    expect(await openIds()).not.toContain(proposed.id)
    const ending = { decided_by: second.name, decided_reason: 'It is not ours.' }
    expect(await declinedOf(organization)).toContainEqual(
      expect.objectContaining({ id: proposed.id, ...ending }),
    )
    const { rows } = await world.database.pool.query(
      `select after -> 'ended' as ended from acts where subject = $1 and action like 'billing.reject_%'`,
      [object.split('/')[1]],
    )
    expect(rows).toEqual([{ ended: [proposed.id] }])
  }
})

test('a proposal that ends with a change names the person whose act ended it, and the change', async () => {
  const { organization, path } = await moneyOf()
  const { invoice, pay } = await invoiceOf(path)
  const voiding = { reason: 'An error.' }
  const { json: proposed } = await first.post(`${path}/invoices/${invoice}/void`, voiding)
  await pay(1)
  await second.post(`${path}/invoices/${invoice}/void`, voiding)
  expect(await declinedOf(organization)).toMatchObject([
    {
      ...{ id: proposed.id, proposed_by: first.name, decided_by: second.name },
      decided_reason: 'The object changed after the proposal.',
    },
  ])
})

test('a billing officer who read no proposal executes none', async () => {
  const { path } = await moneyOf()
  const { json: topUp } = await first.post(`${path}/top-ups`, { amount: 2_000 })
  const approve = `${path}/top-ups/${topUp.id}/approve`
  const { json: proposed } = await first.post(approve, { proposal_id: null })
  expect(await second.post(approve, { proposal_id: null })).toMatchObject({
    ...{ status: 412, json: { error: 'changed_meanwhile', current: { id: proposed.id } } },
  })
  expect(await openIds()).toContain(proposed.id)
  const { json: approved } = await second.post(approve, { proposal_id: proposed.id })
  expect(approved).toMatchObject({ status: 'approved' })
})
