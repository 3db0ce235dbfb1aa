import Type from 'typebox'
import type { CallsDependencies, DescribedEndpoint } from '../../calls/calls/index.ts'
import { priceListObject } from '../billing/index.ts'

const modePrices = Type.Object({ single: Type.Number(), batch_item: Type.Number() })

const priceListSchema = Type.Object({
  id: Type.String(),
  object: Type.Literal('price_list'),
  currency: Type.Enum(['USD', 'CDF']),
  effective_from: Type.String({ format: 'date-time' }),
  vat_percent: Type.Number(),
  services: Type.Record(Type.String(), modePrices),
  scope_tiers: Type.Record(Type.String(), Type.Number()),
})

const example = {
  id: 'prl_01KJQCCTY0B1F2GR7V5Q0WDX9N',
  object: 'price_list',
  currency: 'USD',
  effective_from: '2026-01-01T00:00:00.000Z',
  vat_percent: 16,
  services: { kyc_validation: { single: 0.1, batch_item: 0.1 } },
  scope_tiers: { basic: 0, standard: 0.02, sensitive: 0.1, biometric: 0.25 },
}

const pricesAt = (
  priceList: CallsDependencies['billing']['priceList'],
  organizationId: string,
  atMs: number,
): string => JSON.stringify(priceListObject(priceList(organizationId, atMs), atMs))

/** `GET /v1/billing/prices` (spec/billing#price-list). */
export const pricesEndpoint = ({ billing, clock }: CallsDependencies): DescribedEndpoint => ({
  method: 'GET',
  path: '/v1/billing/prices',
  service: null,
  body: 'none',
  bodyLimitBytes: 1_024,
  docs: {
    operationId: 'read_prices',
    tag: 'Billing',
    summary: 'The prices of this organization',
    description:
      'Prices without VAT: each service alone and as the item of a batch, and each tier of scopes. An applied scope costs once per response. The sandbox is free.',
    path: {},
    query: {},
    request: null,
    asynchronous: false,
    answers: [
      {
        status: 200,
        description: 'The price list in effect.',
        schema: priceListSchema,
        examples: () => ({ prices: { summary: 'A price list', value: example } }),
      },
    ],
    refusals: [],
  },
  prepare: ({ application: { organizationId } }) => ({
    usesQuotaOf: null,
    run: async () => ({
      status: 200,
      body: pricesAt(billing.priceList, organizationId, clock.now()),
      audited: false,
      disclosedIds: [],
    }),
  }),
})
