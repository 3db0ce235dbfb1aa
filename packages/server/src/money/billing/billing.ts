import type { Environment } from '@nani/contract'
import { createChannel } from '@nani/foundation/core/index.ts'
import { type Charge, chargeOf, freeCharge } from './charge.ts'
import { type Cover, type CoverDependencies, createCover, type Payer } from './cover.ts'
import type { PriceLists } from './price-lists.ts'
import { basePrice, callPrice, type PriceItem, type PriceList, type PriceMode } from './prices.ts'

/** A call as the price list sees it. */
export type PricedCall = {
  organizationId: string
  environment: Environment
  item: PriceItem
  mode: PriceMode
  /** The scopes that were applied, or those that may be. */
  scopes: readonly string[]
  /** The price list of this instant applies: for an item of a batch, when the batch was accepted. */
  atMs: number
  /** What was held for an item of an accepted batch. It never costs more. */
  quoted?: number | undefined
}

/** What a call may cost, in millionths: what it costs at least, and at most. */
export type Quote = { base: number; most: number; currency: PriceList['currency'] }

/** Prices and funds, as the path of a call needs them. */
export type Billing = {
  /** The charge that the commit of a call writes. */
  charge(call: PricedCall): Charge
  quote(call: Omit<PricedCall, 'quoted'>): Quote
  priceList(organizationId: string, atMs: number): PriceList
  cover: Cover
  /** Called after a commit that spent money. */
  onSpent(payer: Payer): void
  /** Applications that spent money. */
  spent: { subscribe(listener: (payer: Payer) => void): void }
}

/** Charges nothing: for examples, which call no wallet. */
export const freeBilling: Pick<Billing, 'charge'> = {
  charge: ({ item, mode }) => freeCharge(item, mode),
}

export const createBilling = (
  lists: Pick<PriceLists, 'inEffect'>,
  dependencies: CoverDependencies,
): Billing => {
  const spent = createChannel<Payer>()
  return {
    charge(call) {
      const { organizationId, item, mode, environment, quoted } = call
      const livemode = environment === 'production'
      const held = quoted ?? 0
      if (!livemode) {
        const free = { priceListId: null, amount: 0, held }
        return chargeOf({ organizationId, item, mode, livemode, ...free })
      }
      const list = lists.inEffect(organizationId, call.atMs)
      const price = callPrice(list, call)
      const amount = quoted === undefined ? price : Math.min(price, quoted)
      return chargeOf({ organizationId, item, mode, livemode, priceListId: list.id, amount, held })
    },
    quote(call) {
      const list = lists.inEffect(call.organizationId, call.atMs)
      const { currency } = list
      if (call.environment !== 'production') return { base: 0, most: 0, currency }
      return { base: basePrice(list, call.item, call.mode), most: callPrice(list, call), currency }
    },
    priceList: lists.inEffect,
    cover: createCover(dependencies),
    onSpent: spent.send,
    spent,
  }
}
