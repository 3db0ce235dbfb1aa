import { type Database, defineEffect, type Effect } from '@nani/foundation/storage/index.ts'
import type { PriceItem, PriceMode } from './prices.ts'

/** The charge of a change, as its commit writes it, and the amount that the commit needs. */
export type Charge = { effect: Effect<'charge'>; amount: number; organizationId: string }

export type ChargeFacts = {
  /** It pays the charge. */
  organizationId: string
  item: PriceItem
  mode: PriceMode
  livemode: boolean
  /** Null: the call is free, as in the sandbox. */
  priceListId: string | null
  /** In millionths. */
  amount: number
  /** What was held for this item when its batch was accepted. The rest returns to the allowance. */
  held: number
}

/*
 * Spends the amount of a group of calls and writes a row for each. An allowance that does not cover the group fails the
 * whole statement (`isFundsExceeded`), and so does an allowance that does not exist yet.
 */
const charge = defineEffect({
  name: 'charge',
  columns: {
    item: 'text',
    mode: 'text',
    livemode: 'boolean',
    price_list_id: 'text',
    amount: 'bigint',
    held: 'bigint',
  },
  locks: 'billing_allowances',
  write: ({ application, changes, id, service, scopes, at, day, column, step }) => ({
    lock: `update billing_allowances a set available = a.available + due.held - due.amount,
        held = a.held - due.held, spent = a.spent + due.amount
      from (select sum(${column.amount})::bigint as amount, sum(${column.held})::bigint as held from ${changes}) as due
      where a.application_id = ${application} and (due.amount > 0 or due.held > 0)
      returning 1`,
    row: `insert into call_charges (application_id, day, result_id, service, item, mode, scopes, livemode, charged_at,
        price_list_id, amount, funded)
      select ${application}, ${day}, ${id}, ${service}, ${column.item}, ${column.mode}, ${scopes}, ${column.livemode},
        ${at}, ${column.price_list_id}, ${column.amount},
        ${column.amount} = 0 or exists (select from ${step('lock')})
      from ${changes}`,
  }),
})

export const chargeOf = ({ organizationId, priceListId, ...facts }: ChargeFacts): Charge => ({
  effect: charge({ ...facts, price_list_id: priceListId }),
  amount: facts.amount,
  organizationId,
})

/** A charge of nothing: what a call leaves in the sandbox. */
export const freeCharge = (item: PriceItem, mode: PriceMode = 'single'): Charge =>
  chargeOf({ organizationId: '', item, mode, livemode: false, priceListId: null, amount: 0, held: 0 })

const fundsConstraints = ['allowance_respected', 'charge_funded']

/** The statement failed because the allowance of the application does not cover it. */
export const isFundsExceeded = (error: unknown): boolean => {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23514' && typeof constraint === 'string' && fundsConstraints.includes(constraint)
}

const released = defineEffect({
  name: 'released_funds',
  columns: { quoted: 'bigint' },
  locks: 'billing_allowances',
  write: ({ application, changes, column }) =>
    `update billing_allowances a set available = a.available + ended.quoted, held = a.held - ended.quoted
     from (select sum(${column.quoted})::bigint as quoted from ${changes}) as ended
     where a.application_id = ${application} and ended.quoted > 0
     returning 1`,
})

/** Returns the quote of an item that failed to the allowance. */
export const releasedFundsEffect = (quoted: number): Effect<'released_funds'> => released({ quoted })

/** Returns the quotes of cancelled items, in the transaction that cancels them. */
export const releaseFunds = async (
  client: Database,
  applicationId: string,
  quoted: number,
): Promise<void> => {
  if (quoted === 0) return
  await client.query({
    name: 'release-funds',
    text: `update billing_allowances set available = available + $2::bigint, held = held - $2::bigint
           where application_id = $1`,
    values: [applicationId, quoted],
  })
}

/** Holds the quote of a batch, in the transaction that accepts it. Returns whether the allowance covers it. */
export const holdFunds = async (
  client: Database,
  applicationId: string,
  quoted: number,
): Promise<boolean> => {
  if (quoted === 0) return true
  const { rowCount } = await client.query({
    name: 'hold-funds',
    text: `update billing_allowances set available = available - $2::bigint, held = held + $2::bigint
           where application_id = $1 and (available is null or available >= $2::bigint)`,
    values: [applicationId, quoted],
  })
  return rowCount === 1
}
