import { type Scope, scopeCatalogue } from '@nani/contract'
import { type Currency, moneyOf } from './money.ts'

/** What the price list names. Face Recognition has two items, because its two modes have different prices. */
export const priceItems = [
  'kyc_validation',
  'age_verification',
  'kyb_verification',
  'face_verification',
  'face_identification',
  'credit_scoring',
  'aml_screening',
  'monitor_month',
  'sso_login',
  'fraud_reporting',
] as const
export type PriceItem = (typeof priceItems)[number]
export type PriceMode = 'single' | 'batch_item'
export const priceTiers = ['basic', 'standard', 'sensitive', 'biometric'] as const
export type PriceTier = (typeof priceTiers)[number]

/** Prices in millionths (spec/billing#price-list). */
export type Prices = {
  items: Readonly<Record<PriceItem, Readonly<Record<PriceMode, number>>>>
  tiers: Readonly<Record<PriceTier, number>>
}

export type PriceList = {
  id: string
  /** Null: for every organization that has no list of its own. */
  organizationId: string | null
  currency: Currency
  effectiveMs: number
  prices: Prices
}

/** spec/billing#price-list: the VAT of each day. A new rate gets a line with its first day. */
export const vatRates: readonly { from: string; percent: number }[] = [{ from: '2000-01-01', percent: 16 }]

export const vatPercentAt = (atMs: number): number => {
  const rate = vatRates.findLast(({ from }) => Date.parse(from) <= atMs)
  if (!rate) throw new Error('there is no VAT rate')
  return rate.percent
}

export const tierOf = (scope: string): PriceTier =>
  Object.hasOwn(scopeCatalogue, scope) ? scopeCatalogue[scope as Scope].tier : 'basic'

export const basePrice = ({ prices }: PriceList, item: PriceItem, mode: PriceMode): number =>
  prices.items[item][mode]

/** An applied scope costs once per response (spec/billing#returned-records). */
export const callPrice = (
  list: PriceList,
  { item, mode, scopes }: { item: PriceItem; mode: PriceMode; scopes: readonly string[] },
): number =>
  scopes.reduce((sum, scope) => sum + list.prices.tiers[tierOf(scope)], basePrice(list, item, mode))

/** The list that is in effect for an organization: its own, or the common one. */
export const listInEffect = (
  lists: readonly PriceList[],
  organizationId: string,
  atMs: number,
): PriceList => {
  const own = lists.filter((list) => list.organizationId === organizationId)
  const shared = lists.filter((list) => list.organizationId === null)
  const found = newestOf(own, atMs) ?? newestOf(shared, atMs) ?? shared[0]
  if (!found) throw new Error('there is no price list')
  return found
}

/** The lists are sorted by their effective date, and those of one date by their creation. */
const newestOf = (lists: readonly PriceList[], atMs: number): PriceList | undefined =>
  lists.findLast(({ effectiveMs }) => effectiveMs <= atMs)

/** `GET /v1/billing/prices`: amounts are decimal numbers of the currency. */
export const priceListObject = ({ id, currency, effectiveMs, prices }: PriceList, atMs: number) => {
  const unit = (micros: number) => moneyOf(micros, currency).value
  return {
    id,
    object: 'price_list' as const,
    currency,
    effective_from: new Date(effectiveMs).toISOString(),
    vat_percent: vatPercentAt(atMs),
    services: Object.fromEntries(
      priceItems.map((item) => {
        const { single, batch_item } = prices.items[item]
        return [item, { single: unit(single), batch_item: unit(batch_item) }]
      }),
    ),
    scope_tiers: Object.fromEntries(priceTiers.map((tier) => [tier, unit(prices.tiers[tier])])),
  }
}
