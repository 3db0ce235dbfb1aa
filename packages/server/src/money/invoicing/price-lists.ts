import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { defineAct, homeIn } from '../../gateway/acts/index.ts'
import { causeDirectly, inHome } from '../../register/register-outbox/index.ts'
import {
  type Currency,
  listInEffect,
  microsOfUnit,
  type PriceItem,
  type PriceList,
  type Prices,
  priceItems,
  priceListAdded,
  priceListObject,
  priceTiers,
  readPriceLists,
} from '../billing/index.ts'
import { actOnMoney, byOperators, moneyInput, withMoney } from './money-act.ts'
import { type MoneyContext, touchWallet } from './money-transaction.ts'

export type PriceListObject = ReturnType<typeof priceListObject>

const invalid = (message: string) => new Refusal('billing_value_invalid', message)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The price list in effect for an organization. */
export const readPrices = async (
  database: Parameters<typeof readPriceLists>[0],
  organizationId: string,
  atMs: number,
): Promise<PriceListObject> =>
  priceListObject(listInEffect(await readPriceLists(database), organizationId, atMs), atMs)

/**
 * The own list of an organization, in the form of `GET /v1/billing/prices`. Prices that the
 * file does not name stay as they are. `effective_from` is now, unless the file names a time from now on. Where the money is in a cell,
 * home gets the list after the commit.
 */
export const setPrices = defineAct({
  name: 'billing.set_prices',
  sentence: { en: 'Sets the prices of an organization', fr: 'Définit les prix d’une organisation' },
  actors: byOperators,
  input: moneyInput({ file: Type.Unknown() }),
  output: Type.Unsafe<PriceListObject>(Type.Object({})),
  ...actOnMoney,
  perform: (act) =>
    withMoney(act, async (context) => {
      const { file } = act.input
      if (!isObject(file)) throw invalid('The file of prices must contain a JSON object.')
      const lists = await inHome(homeIn(context), context.client, readPriceLists)
      const before = listInEffect(lists, context.organizationId, context.nowMs)
      const currency = await chooseCurrency(context, file.currency ?? context.funds.wallet.currency)
      const list: PriceList = {
        id: context.newId('prl'),
        organizationId: context.organizationId,
        currency,
        effectiveMs: effectiveFrom(file.effective_from, before, context.nowMs),
        prices: mergePrices(before.prices, file),
      }
      if (currency !== before.currency) requireWholeList(file, list, context.nowMs)
      const { cause } = act.needs.cell ?? { cause: causeDirectly(act.needs) }
      await cause(context.client, priceListAdded, { list, createdMs: context.nowMs })
      const result = priceListObject(list, context.nowMs)
      return {
        result,
        entry: {
          subject: context.organizationId,
          before: priceListObject(before, context.nowMs),
          after: result,
        },
      }
    }),
})

/** A currency is chosen once: before any money has moved (spec/billing#amounts-of-money). */
const chooseCurrency = async (context: MoneyContext, wanted: unknown): Promise<Currency> => {
  if (wanted !== 'USD' && wanted !== 'CDF') throw invalid('The currency must be USD or CDF.')
  const { wallet, balances, allowances } = context.funds
  if (wanted === wallet.currency) return wanted
  // Home gets the list after the commit. Calls before that would be priced with the list in the former currency.
  if (context.cell)
    throw new Refusal(
      'billing_conflict',
      'The organization is in a cell, where its currency cannot change.',
      {
        next: 'Move it to home, and repeat.',
      },
    )
  if (balances.all.size > 0 || allowances.some(({ spent, held }) => spent > 0 || held > 0))
    throw invalid(`The currency of this organization is ${wallet.currency}, and cannot change any more.`)
  await touchWallet(context, { currency: wanted })
  return wanted
}

/** A number is another price in another currency: no price of the former one may apply, neither in the list nor until its date. */
const requireWholeList = (file: Record<string, unknown>, list: PriceList, nowMs: number): void => {
  if (list.effectiveMs > nowMs) throw invalid('A list in another currency takes effect at once.')
  const missing = [
    ...priceItems.filter((item) => !isObject(file.services) || file.services[item] === undefined),
    ...priceTiers.filter((tier) => !isObject(file.scope_tiers) || file.scope_tiers[tier] === undefined),
  ]
  if (missing.length > 0)
    throw invalid(`A list in another currency names every price. Missing: ${missing.join(', ')}.`)
}

/** The file that `prices` printed has the date of the list in effect: a copy of it takes effect now. */
const effectiveFrom = (given: unknown, before: PriceList, nowMs: number): number => {
  if (given === undefined || given === null) return nowMs
  const atMs = typeof given === 'string' ? Date.parse(given) : Number.NaN
  if (Number.isNaN(atMs)) throw invalid('effective_from must be a time such as 2027-01-01T00:00:00Z.')
  if (atMs === before.effectiveMs) return nowMs
  if (atMs < nowMs) throw invalid('effective_from must not be in the past.')
  return atMs
}

const mergePrices = (before: Prices, { services, scope_tiers: tiers }: Record<string, unknown>): Prices => {
  const given = namedIn(services, priceItems, 'services')
  const givenTiers = namedIn(tiers, priceTiers, 'scope_tiers')
  return {
    items: Object.fromEntries(
      priceItems.map((item) => [item, itemPrices(item, given[item], before.items[item])]),
    ) as Prices['items'],
    tiers: Object.fromEntries(
      priceTiers.map((tier) => [
        tier,
        givenTiers[tier] === undefined
          ? before.tiers[tier]
          : microsOf(givenTiers[tier], `scope_tiers.${tier}`),
      ]),
    ) as Prices['tiers'],
  }
}

const namedIn = (value: unknown, known: readonly string[], field: string): Record<string, unknown> => {
  if (value === undefined) return {}
  if (!isObject(value)) throw invalid(`${field} must be an object.`)
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown) throw invalid(`${field} names "${unknown}". Known: ${known.join(', ')}.`)
  return value
}

/** A number is the price of both modes. */
const itemPrices = (item: PriceItem, given: unknown, before: Prices['items'][PriceItem]) => {
  if (given === undefined) return before
  if (!isObject(given)) {
    const price = microsOf(given, `services.${item}`)
    return { single: price, batch_item: price }
  }
  const modes = namedIn(given, ['single', 'batch_item'], `services.${item}`)
  const modeOf = (mode: 'single' | 'batch_item') =>
    modes[mode] === undefined ? before[mode] : microsOf(modes[mode], `services.${item}.${mode}`)
  return { single: modeOf('single'), batch_item: modeOf('batch_item') }
}

const maxPrice = 1_000_000

const microsOf = (value: unknown, field: string): number => {
  const micros = typeof value === 'number' ? Math.round(value * microsOfUnit) : Number.NaN
  const isExact = Math.abs(micros / microsOfUnit - Number(value)) < 1e-9
  if (!Number.isSafeInteger(micros) || micros < 0 || Number(value) > maxPrice || !isExact)
    throw invalid(`${field} must be a number from 0 to ${maxPrice}, with at most six decimals.`)
  return micros
}
