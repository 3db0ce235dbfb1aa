import { randomBytes, randomUUID } from 'node:crypto'
import { scopes } from '@nani/contract'
import { type Actor, idSource, manualClock, systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, maintainPartitions } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { expect } from 'vitest'
import { createDatabaseAtNoon } from '../../../../../../testing/database.ts'
import { openActCell } from '../../../app/cells/index.ts'
import { resultContext } from '../../../calls/calls/index.ts'
import { openSnapshot } from '../../../calls/outbox/index.ts'
import { emptyArchive } from '../../../testing/archive.ts'
import { openTestBilling } from '../../../testing/billing.ts'
import { callPrice, type PriceMode, tierOf } from '../../billing/index.ts'
import { changeMode, isProposed } from '../index.ts'
import { prove, proveWithin } from '../prove.ts'
import { pricedCall } from './priced-call.ts'

const random = systemRandom()
const tiers = Object.fromEntries(scopes.map((scope) => [scope, tierOf(scope)]))

export const operator = (name: string): Actor => ({ kind: 'operator', name, roles: ['billing_officer'] })
export const amina = operator('amina')
export const boris = operator('boris')

export const usd = (value: number) => ({ value, currency: 'USD' })

/** Both people of an act that needs two. */
export const both = async <Result extends object>(
  act: (actor: Actor) => Promise<Result>,
): Promise<Result> => {
  expect(isProposed(await act(amina))).toBe(true)
  return act(boris)
}

export type BillingDatabase = Awaited<ReturnType<typeof openBillingDatabase>>

/** A database of a test file. Every organization that is opened in it has a clock of its own, which starts at this time. */
export const openBillingDatabase = async (startMs: number) => {
  const database = await createDatabaseAtNoon()
  await maintainPartitions(database.pool, startMs)
  const openOrganization = () => openBilledOrganization(database.pool, manualClock(startMs))
  const openPrepaid = async () => {
    const organization = await openOrganization()
    const { of, platform } = organization
    await both((actor) => changeMode(actor, { ...of, mode: 'prepaid', credit_limit: null }, platform))
    return organization
  }
  return { ...database, openOrganization, openPrepaid }
}

export type BilledOrganization = Awaited<ReturnType<typeof openBilledOrganization>>

type TestCall = { scopes?: readonly string[]; mode?: PriceMode; reference?: string; amount?: number }

/**
 * An organization with one application in production, postpaid without a limit. Its calls are committed as in the product. `home`: `pool`
 * is a cell, in which the organization is placed with its money.
 */
export const openBilledOrganization = async (
  pool: pg.Pool,
  clock: ReturnType<typeof manualClock>,
  home?: pg.Pool,
) => {
  const organizationId = `org_${randomUUID()}`
  const applicationId = `app_${randomUUID()}`
  const openedAt = new Date(clock.now())
  for (const database of home ? [home, pool] : [pool])
    await database.query(
      `insert into organizations (organization_id, name, created_at) values ($1, 'Shop', $2)`,
      [organizationId, openedAt],
    )
  await home?.query(
    `insert into placed_organizations (organization_id, cell, placed_at, with_money) values ($1, 'north', $2, true)`,
    [organizationId, openedAt],
  )
  await pool.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at) values ($1, $2, 'Shop', 'production', '{}', '{}', '{}', 10, $3)`,
    [applicationId, organizationId, openedAt],
  )
  const newId = idSource(clock, random)
  const masterKey = randomBytes(32)
  const vaultFor = (use: string) => createVault(masterKey, use, random)
  const archive = emptyArchive(pool, masterKey)
  const cell = home && openActCell({ name: 'north', pool, home, clock, rootKey: masterKey, log() {} })
  const platform = { pool, archive, clock, newId, vaultFor, ...(cell && { cell }) }
  const { inEffect, billing, commit } = await openTestBilling(platform)

  /** A call with its price, or with this amount. Returns the id of its result. */
  const commitCall = async ({ scopes: applied = [], mode = 'single', reference, amount }: TestCall) => {
    const resultId = newId('kyc')
    const list = inEffect(organizationId, clock.now())
    const price = callPrice(list, { item: 'kyc_validation', mode, scopes: applied })
    const stored = { result: { reference: reference ?? null }, document_delivery: 'signed_url' }
    const context = resultContext(applicationId, resultId)
    await commit(
      pricedCall({
        ...{ applicationId, organizationId, resultId, mode, scopes: applied, amount: amount ?? price },
        atMs: clock.now(),
        sealed: vaultFor('results').seal(Buffer.from(JSON.stringify(stored)), context),
      }),
    )
    return resultId
  }
  const events = async () => {
    const { rows } = await pool.query<{ event_id: string; type: string; sealed_data: Buffer }>(
      'select event_id, type, sealed_data from events where application_id = $1 order by position',
      [applicationId],
    )
    return rows.map(({ event_id: eventId, type, sealed_data: sealed }) => ({
      type: type.replace('billing.', ''),
      ...openSnapshot(sealed, { applicationId, eventId }, vaultFor('requests')),
    }))
  }
  return {
    of: { organization_id: organizationId },
    ...{ applicationId, platform, rootKey: masterKey, billing, commitCall, events },
    call: (amount = 100_000) => commitCall({ amount }),
    typesSent: async () => (await events()).map(({ type }) => type),
    proof: () => prove(pool, organizationId, { tiers, archive, nowMs: clock.now() }),
    proofWithin: (client: pg.PoolClient) =>
      proveWithin(client, organizationId, { tiers, archive, nowMs: clock.now() }),
  }
}
