import { setTimeout } from 'node:timers/promises'
import { insertPriceList, type Prices, priceItems, readPriceLists } from '@nani/server/money/billing/index.ts'
import { defaultOrganizationId } from '@nani/server/organizations/organizations/index.ts'
import type pg from 'pg'

/** Processes read a new list when it is announced. */
const announcedMs = 2_000

/**
 * From now on every item costs this, in millionths, and no scope costs anything. So the wallet of the demo is enough for any
 * number of calls.
 */
export const withPrice = async (pool: pg.Pool, price: number): Promise<void> => {
  const [shipped] = await readPriceLists(pool)
  if (!shipped) throw new Error('there is no price list')
  const nowMs = Date.now()
  const items = Object.fromEntries(
    priceItems.map((item) => [item, { single: price, batch_item: price }]),
  ) as Prices['items']
  const list = {
    id: `prl_bench_${nowMs}`,
    organizationId: defaultOrganizationId,
    currency: shipped.currency,
    effectiveMs: nowMs,
    prices: { items, tiers: { basic: 0, standard: 0, sensitive: 0, biometric: 0 } },
  }
  const client = await pool.connect()
  try {
    await insertPriceList(client, list, nowMs)
  } finally {
    client.release()
  }
  await setTimeout(announcedMs)
}
