import { pricesExample as example, prices as priceListSchema } from '@nani/contract/console'
import type { CallsDependencies, DescribedEndpoint } from '../../calls/calls/index.ts'
import { priceListObject } from '../billing/index.ts'

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
    summary: 'Read the prices of this organization',
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
