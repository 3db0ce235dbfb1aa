import { randomBytes, randomUUID } from 'node:crypto'
import { scopes } from '@nani/contract'
import { openArchive } from '@nani/foundation/archive/index.ts'
import { type Actor, idSource, manualClock, Refusal, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, inTransaction, maintainPartitions } from '@nani/foundation/storage/index.ts'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { auditEffect, systemOrigin } from '../../app/audit/index.ts'
import { FundsSpent, frozenResult } from '../../calls/commit/index.ts'
import { openTestBilling } from '../../testing/billing.ts'
import { chargeOf, holdFunds, readPriceLists, releaseFunds, tierOf } from '../billing/index.ts'
import {
  adjustWallet,
  approvePayment,
  approveTopUp,
  changeMode,
  declarePayment,
  issueCreditNote,
  moneyTransaction,
  requestTopUp,
  returnUnapplied,
  runBilling,
  setPrices,
  voidInvoice,
} from './index.ts'
import { listInvoices } from './invoices/invoice-rows.ts'
import { showBilling } from './organization-funds.ts'
import { prove } from './prove.ts'
import { BillingModel } from './testing/model.ts'

/** `npm run check:billing-months` sets 10,000. */
const months = Number(process.env.BILLING_MONTHS ?? 60)
const monthsOfOrganization = 2
const stepsOfMonth = 9

const random = systemRandom()
const clock = manualClock(Date.UTC(2026, 2, 10, 12))
const newId = idSource(clock, random)
const key = randomBytes(32)
const tiers = Object.fromEntries(scopes.map((scope) => [scope, tierOf(scope)]))
const [amina, boris] = ['amina', 'boris'].map(
  (name): Actor => ({ kind: 'operator', name, roles: ['billing_officer'] }),
) as [Actor, Actor]

/** An organization with a price list of its own reads all lists. A new database after these months has few. */
const monthsOfDatabase = 500
let database: TestDatabase
afterAll(() => database?.drop())

const openDatabase = async () => {
  await database?.drop()
  database = await createTestDatabase()
  for (let month = 0; month < monthsOfOrganization; month++)
    await maintainPartitions(database.pool, Date.UTC(2026, 2 + month, 10, 12))
}

/** Repeats with its seed: a linear congruential generator. */
const generator = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const openOrganization = async () => {
  const organizationId = `org_${randomUUID()}`
  const applicationIds = [`app_${randomUUID()}`, `app_${randomUUID()}`].toSorted()
  const { pool } = database
  await pool.query(
    `insert into organizations (organization_id, name, created_at) values ($1, 'Shop', now())`,
    [organizationId],
  )
  for (const applicationId of applicationIds)
    await pool.query(
      `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
         burst_per_second, created_at) values ($1, $2, 'Shop', 'production', '{}', '{}', '{}', 10, now())`,
      [applicationId, organizationId],
    )
  const archive = openArchive({ pool, rootKey: key, folder: '/nowhere' })
  const platform = { pool, archive, clock, newId, vaultFor: (use: string) => createVault(key, use, random) }
  return { organizationId, applicationIds, platform, ...(await openTestBilling(platform)) }
}
type Organization = Awaited<ReturnType<typeof openOrganization>>

type World = Organization & {
  model: BillingModel
  draw(below: number): number
  price: number
  holds: number[]
}

const conflicts: string[] = []
const both = async (act: (actor: Actor) => Promise<unknown>): Promise<boolean> => {
  try {
    await act(amina)
    await act(boris)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'billing_conflict') {
      conflicts.push(error.message)
      return false
    }
    throw error
  }
}

const call = async ({ model, commit, organizationId, applicationIds, draw, inEffect, price }: World) => {
  const applicationId = applicationIds[draw(2)] as string
  const resultId = newId('kyc')
  const committed = await commit({
    ...{ applicationId, resultId, service: 'kyc_validation', scopes: [], atMs: clock.now() },
    result: frozenResult(Buffer.from('sealed')),
    charge: chargeOf({
      ...{ organizationId, item: 'kyc_validation', mode: 'single', livemode: true, amount: price, held: 0 },
      priceListId: inEffect(organizationId, clock.now()).id,
    }),
    ...{ usage: null, completes: null, events: null, contributed: [] },
    audit: auditEffect({
      ...{ ...systemOrigin, actor: 'system', http_status: null, error_code: null, purpose: null },
      ...{ makesResult: true, outcome: null, subject: null, read_ids: null },
    }),
  }).then(
    () => true,
    (error) => {
      if (!(error instanceof FundsSpent)) throw error
      return false
    },
  )
  expect(committed).toBe(model.covers(price))
  if (committed) model.charge(price)
}

const hold = async ({ model, billing, organizationId, applicationIds, holds, price }: World) => {
  const amount = price * 3
  const applicationId = applicationIds[0] as string
  const refusal = await billing.cover({ applicationId, organizationId, amount, spends: true })
  expect(refusal === null).toBe(model.covers(amount))
  if (refusal) return
  expect(await inTransaction(database.pool, (client) => holdFunds(client, applicationId, amount))).toBe(true)
  model.hold(amount)
  holds.push(amount)
}

const endHold = async ({ model, applicationIds, holds }: World) => {
  const amount = holds.pop()
  if (amount === undefined) return
  await inTransaction(database.pool, (client) => releaseFunds(client, applicationIds[0] as string, amount))
  model.release(amount)
}

const payable = async ({ platform, organizationId, model, draw }: World) => {
  // The newest is the first here, and the last of the model.
  const invoices = (await listInvoices(platform.pool, organizationId))
    .filter(({ kind }) => kind !== 'credit_note')
    .toReversed()
  const open = invoices.flatMap((invoice, index) => (invoice.amount_due.value > 0 ? [index] : []))
  const index = open[draw(open.length)]
  return index === undefined
    ? null
    : {
        id: invoices[index]?.id as string,
        own: model.invoices[index] as NonNullable<(typeof model.invoices)[0]>,
      }
}

const cents = (micros: number) => Math.floor(micros / 10_000) * 10_000

const pay = async (world: World) => {
  const { platform, organizationId, model, draw } = world
  const found = await payable(world)
  if (!found) return
  const amount = [found.own.due, cents(found.own.due / 2), found.own.due + 50_000][draw(3)] as number
  if (amount <= 0) return
  const declared = {
    organization_id: organizationId,
    invoices: [found.id],
    amount,
    method: 'cash' as const,
    reference: 'R',
  }
  const { id } = await declarePayment(amina, declared, platform)
  await approvePayment(amina, { organization_id: organizationId, id }, platform)
  model.pay(found.own, amount)
}

const steps: ((world: World) => Promise<void>)[] = [
  call,
  call,
  call,
  hold,
  endHold,
  pay,
  async ({ platform, organizationId, model, draw }) => {
    const amount = (1 + draw(20)) * 70_000
    const { id } = await requestTopUp(amina, { organization_id: organizationId, amount }, platform)
    await approveTopUp(boris, { organization_id: organizationId, id }, platform)
    model.topUp(amount)
  },
  async ({ platform, organizationId, model, draw }) => {
    const amount = (draw(2) ? 1 : -1) * (1 + draw(999_999))
    const reason = randomUUID()
    const done = await both((actor) =>
      adjustWallet(actor, { organization_id: organizationId, amount, reason }, platform),
    )
    expect(done).toBe(model.balance + amount >= 0)
    if (done) model.balance += amount
  },
  async (world) => {
    const { platform, organizationId, model, draw, holds } = world
    // A wallet without money cannot take over what batches hold.
    if (holds.length > 0) return
    const mode = draw(2) ? 'prepaid' : 'postpaid'
    const creditLimit = mode === 'postpaid' && draw(3) > 0 ? draw(5_000_000) : null
    expect(
      await both((actor) =>
        changeMode(actor, { organization_id: organizationId, mode, credit_limit: creditLimit }, platform),
      ),
    ).toBe(true)
    model.change(mode, creditLimit)
  },
  async (world) => {
    const { platform, organizationId, model } = world
    const found = await payable(world)
    if (!found) return
    const reason = randomUUID()
    const done = await both((actor) =>
      voidInvoice(actor, { organization_id: organizationId, id: found.id, reason }, platform),
    )
    expect(done).toBe(found.own.due === found.own.total)
    if (done) model.void(found.own)
  },
  async (world) => {
    const { platform, organizationId, model, draw } = world
    const found = await payable(world)
    const amount = found ? cents(found.own.due / (1 + draw(3))) : 0
    if (!found || amount <= 0) return
    const reason = randomUUID()
    const note = { organization_id: organizationId, id: found.id, amount, reason }
    expect(await both((actor) => issueCreditNote(actor, note, platform))).toBe(true)
    model.credit(found.own, amount)
    // A corrected invoice cannot be voided.
    found.own.total = Number.NaN
  },
  async ({ platform, organizationId, model, draw }) => {
    const amount = cents(model.unapplied / (1 + draw(2)))
    if (amount <= 0) return
    const back = { organization_id: organizationId, amount, reason: randomUUID() }
    expect(await both((actor) => returnUnapplied(actor, back, platform))).toBe(true)
    model.unapplied -= amount
  },
  async (world) => {
    const { platform, organizationId, draw, lists } = world
    world.price = 1_000 + draw(150_000)
    clock.advance(1_000)
    const file = { services: { kyc_validation: world.price / 1_000_000 } }
    await setPrices(amina, { organization_id: organizationId, file }, platform)
    lists.current = await readPriceLists(platform.pool)
  },
  // A crash in the middle of an act leaves nothing.
  async ({ platform, organizationId }) => {
    const crash = moneyTransaction(platform, organizationId, async ({ client }) => {
      await client.query(`update billing_wallets set mode = 'prepaid' where organization_id = $1`, [
        organizationId,
      ])
      throw new Error('killed')
    })
    await expect(crash).rejects.toThrow('killed')
  },
]

const compare = async ({ model, platform, organizationId }: World) => {
  const { wallet, unapplied } = await showBilling(platform.pool, organizationId)
  const due = (await listInvoices(platform.pool, organizationId)).reduce(
    (sum, { amount_due }) => sum + Math.round(amount_due.value * 1e6),
    0,
  )
  expect({
    balance: Math.round(wallet.balance.value * 1e6),
    held: Math.round(wallet.held.value * 1e6),
    due,
    unapplied: Math.round(unapplied.value * 1e6),
    mode: wallet.mode,
  }).toEqual({
    ...{ balance: model.balance, held: model.held, due: model.due },
    ...{ unapplied: model.unapplied, mode: model.mode },
  })
}

test(`${months} random months agree with the model, step by step, and the books with each other`, {
  timeout: 600_000 + months * 10_000,
}, async () => {
  const startMs = Date.UTC(2026, 2, 10, 12)
  for (let first = 0; first < months; first += monthsOfOrganization) {
    if (first % monthsOfDatabase === 0) await openDatabase()
    clock.advance(startMs - clock.now())
    const model = new BillingModel()
    const world: World = {
      ...(await openOrganization()),
      model,
      draw: generator(first + 1),
      price: 100_000,
      holds: [],
    }
    await moneyTransaction(world.platform, world.organizationId, async () => {})
    for (let month = 0; month < monthsOfOrganization; month++) {
      clock.advance(Date.UTC(2026, 2 + month, 10, 12) - clock.now())
      for (let step = 0; step < stepsOfMonth; step++) {
        const chosen = world.draw(steps.length)
        const run = steps[chosen] as (typeof steps)[0]
        await run(world)
          .then(() => compare(world))
          .catch((error: Error) => {
            const place = `organization ${first}, month ${month}, step ${step} (${chosen})`
            throw new Error(`${place}: ${error.message}. Last conflict: ${conflicts.at(-1)}`)
          })
      }
      while (world.holds.length > 0) await endHold(world)
      const asOfMs = Date.UTC(2026, 3 + month, 1)
      await runBilling(amina, { organization_id: world.organizationId, as_of_ms: asOfMs }, world.platform)
      // Nothing is overdue in this story: invoices are older than 45 days only at its end.
      model.endMonth()
      await compare(world)
      const { checks } = await prove(database.pool, world.organizationId, {
        tiers,
        archive: world.platform.archive,
        nowMs: clock.now(),
      })
      const wrong = checks.filter(({ ok, name }) => !ok && !name.startsWith('what is held'))
      expect(wrong).toEqual([])
    }
  }
})
