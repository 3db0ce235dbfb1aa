import { paymentMethods, telephonePattern } from '@nani/contract'
import { type Clock, Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { type BoundAct, bindAs, filterTime } from '../../../gateway/acts/index.ts'
import {
  declarePayment,
  type InvoicingPlatform,
  type PaymentProvider,
  paymentRequestSchema,
  readPriceList,
  readUse,
  reconcileStatement,
  rehearseCycle,
  requestPayment,
  requestTopUp,
  runBilling,
  setBudget,
  setPrices,
  showInvoice,
} from '../../../money/invoicing/index.ts'
import { amount, microsOf, ofOrganization, path, surface } from './money-members.ts'

const name = Type.String({ minLength: 1, maxLength: 64 })
const fileBytes = 8 * 1024 * 1024
const statementCharacters = 2 * 1024 * 1024
const sameInput = <Input>(input: Input): Input => input

export type MoneyFormNeeds = InvoicingPlatform & {
  clock: Clock
  /** Null: the installation has no provider of mobile money. */
  paymentProvider: PaymentProvider | null
}

const requireProvider = ({ paymentProvider }: MoneyFormNeeds): PaymentProvider => {
  if (paymentProvider) return paymentProvider
  throw new Refusal('billing_conflict', 'This installation has no provider of mobile money.', {
    next: 'Declare the payment by hand, or set NANI_MOBILE_MONEY_URL and NANI_MOBILE_MONEY_SECRET.',
  })
}

const maxRehearsedYears = 2

/** A rehearsal holds the lock of the wallet while it performs each month and each notice. So a page reads two years at most. */
const rehearsedUntil = (until: string | undefined, nowMs: number): number => {
  if (until === undefined) return nowMs
  const untilMs = filterTime('until', until).getTime()
  const last = new Date(nowMs)
  last.setUTCFullYear(last.getUTCFullYear() + maxRehearsedYears)
  if (untilMs < nowMs || untilMs > last.getTime())
    throw new Refusal('value_invalid', `The field until is a time in the next ${maxRehearsedYears} years.`, {
      context: { field: 'until' },
    })
  return untilMs
}

/**
 * The other acts and readings of money, which need one person. The proof of the books is a command alone: it reads years of
 * charges.
 */
export const dailyMoneyForms = (needs: MoneyFormNeeds): BoundAct[] => [
  bindAs(readPriceList, needs, {
    ...{ surface, route: `GET ${path}/prices`, input: ofOrganization({}) },
    toInput: sameInput,
  }),
  bindAs(setPrices, needs, {
    ...{ surface, route: `POST ${path}/prices` },
    /** The form that the reading returns. Prices that it omits do not change. */
    input: ofOrganization({ prices: Type.Record(Type.String(), Type.Unknown()) }),
    toInput: ({ organization_id, prices }) => ({ organization_id, file: prices }),
  }),
  bindAs(setBudget, needs, {
    ...{ surface, route: `POST ${path}/applications/{application_id}/budget` },
    input: ofOrganization({ application_id: name, amount }),
    toInput: (own) => ({ ...own, amount: microsOf(own.amount) }),
  }),
  bindAs(readUse, needs, {
    ...{ surface, route: `GET ${path}/forecast`, input: ofOrganization({}) },
    toInput: sameInput,
  }),
  bindAs(showInvoice, needs, {
    ...{ surface, route: `GET ${path}/invoices/{invoice}`, input: ofOrganization({ invoice: name }) },
    toInput: sameInput,
  }),
  bindAs(runBilling, needs, {
    ...{ surface, route: `POST ${path}/run`, input: ofOrganization({}) },
    /** At the desk, the cycle runs as of now. Another time is an act of a command. */
    toInput: (own) => ({ ...own, as_of_ms: needs.clock.now() }),
  }),
  bindAs(rehearseCycle, needs, {
    ...{ surface, route: `GET ${path}/rehearsal` },
    /** Absent: what a run would do now. */
    input: ofOrganization({ until: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })) }),
    toInput: ({ organization_id, until }) => ({
      ...{ organization_id },
      until_ms: rehearsedUntil(until, needs.clock.now()),
    }),
  }),
  bindAs(requestPayment, needs, {
    ...{ surface, route: `POST ${path}/payment-requests`, answers: 201, output: paymentRequestSchema },
    input: ofOrganization({ invoice: name, payer: Type.String({ pattern: telephonePattern }) }),
    toInput: (own) => ({ ...own, provider: requireProvider(needs) }),
  }),
  bindAs(reconcileStatement, needs, {
    ...{ surface, route: `POST ${path}/reconcile`, maxBodyBytes: 2 * statementCharacters },
    input: ofOrganization({ text: Type.String({ minLength: 1, maxLength: statementCharacters }) }),
    toInput: sameInput,
  }),
  bindAs(declarePayment, needs, {
    ...{ surface, route: `POST ${path}/payments`, answers: 201, maxBodyBytes: fileBytes },
    input: ofOrganization({
      invoices: Type.Array(name, { minItems: 1, maxItems: 100 }),
      amount,
      method: Type.Enum([...paymentMethods]),
      reference: Type.String({ minLength: 1, maxLength: 255 }),
      proof: Type.Optional(
        Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 200 }),
            /** In base64. */
            data: Type.String({ minLength: 4, maxLength: fileBytes, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
          },
          { additionalProperties: false },
        ),
      ),
    }),
    toInput: ({ proof, ...own }) => ({
      ...{ ...own, amount: microsOf(own.amount) },
      ...(proof && { proof: { name: proof.name, content: Buffer.from(proof.data, 'base64') } }),
    }),
  }),
  bindAs(requestTopUp, needs, {
    ...{ surface, route: `POST ${path}/top-ups`, answers: 201, input: ofOrganization({ amount }) },
    toInput: (own) => ({ ...own, amount: microsOf(own.amount) }),
  }),
]
