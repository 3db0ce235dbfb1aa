import type { Money } from '../../billing/index.ts'

export const providerNames = ['declared_by_hand', 'mobile_money'] as const
export type ProviderName = (typeof providerNames)[number]

/** What a provider is asked to collect. */
export type Collection = {
  /** Names the request. A provider that gets the same id again collects once. */
  id: string
  amount: Money
  /** The number of the invoice. */
  description: string
  /** The telephone number of the payer; null: the provider needs none. */
  payer: string | null
}

/** Collects money from the customer. What it collected is a payment, which is applied to its invoice like any other. */
export type PaymentProvider = {
  name: ProviderName
  /** Returns what the provider calls the request. */
  collect(collection: Collection): Promise<{ reference: string }>
}

/** The customer pays by transfer or in cash and names the invoice. A person declares the payment. */
export const declaredByHand: PaymentProvider = {
  name: 'declared_by_hand',
  collect: async ({ description }) => ({ reference: description }),
}
