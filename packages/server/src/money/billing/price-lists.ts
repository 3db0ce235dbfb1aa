import { type Database, listenTo } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { defineHomeEffect } from '../../register/register-outbox/index.ts'
import type { Currency } from './money.ts'
import { listInEffect, type PriceList, type Prices } from './prices.ts'

const channel = 'nani_prices'
const reloadMs = 30_000

type Row = {
  price_list_id: string
  organization_id: string | null
  currency: Currency
  effective_from: Date
  prices: Prices
}

/** Every price list, by effective date. */
export const readPriceLists = async (database: Database): Promise<PriceList[]> => {
  const { rows } = await database.query<Row>(
    `select price_list_id, organization_id, currency, effective_from, prices from price_lists
     order by effective_from, created_at, price_list_id`,
  )
  return rows.map((row) => ({
    id: row.price_list_id,
    organizationId: row.organization_id,
    currency: row.currency,
    effectiveMs: row.effective_from.getTime(),
    prices: row.prices,
  }))
}

/** Adds a list, and notifies every process at the commit. A list never changes. */
export const insertPriceList = async (
  client: Database,
  list: PriceList,
  createdMs: number,
): Promise<void> => {
  await client.query(
    `insert into price_lists (price_list_id, organization_id, currency, effective_from, prices, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      list.id,
      list.organizationId,
      list.currency,
      new Date(list.effectiveMs),
      JSON.stringify(list.prices),
      new Date(createdMs),
    ],
  )
  await client.query('select pg_notify($1, $2)', [channel, list.id])
}

/** Home has the lists of all organizations. The next change of prices is based on this one. */
export const priceListAdded = defineHomeEffect(
  'price_list',
  (client, { list, createdMs }: { list: PriceList; createdMs: number }) =>
    insertPriceList(client, list, createdMs),
  { decides: true },
)

/** The price lists as this process knows them. A call is priced without a look-up. */
export type PriceLists = {
  inEffect(organizationId: string, atMs: number): PriceList
  reload(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export const openPriceLists = async (
  { pool, connectionString }: { pool: pg.Pool; connectionString: string },
  onError: (error: unknown) => void,
): Promise<PriceLists> => {
  let lists = await readPriceLists(pool)
  let listening: { stop(): Promise<void> } | null = null
  let timer: NodeJS.Timeout | undefined
  const reload = async () => {
    lists = await readPriceLists(pool)
  }
  const reloadOrReport = () => void reload().catch(onError)
  return {
    inEffect: (organizationId, atMs) => listInEffect(lists, organizationId, atMs),
    reload,
    async start() {
      listening = await listenTo(connectionString, channel, reloadOrReport)
      // For an announcement that was lost.
      timer = setInterval(reloadOrReport, reloadMs).unref()
    },
    async stop() {
      clearInterval(timer)
      await listening?.stop()
    },
  }
}
