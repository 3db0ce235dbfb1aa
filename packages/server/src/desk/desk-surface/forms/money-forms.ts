import Type from 'typebox'
import { type BoundAct, bind, bindAs, type Reading, type RouteText } from '../../../gateway/acts/index.ts'
import {
  adjustWallet,
  approvePayment,
  approveTopUp,
  billingProposalActs,
  changeMode,
  type InvoicingPlatform,
  issueCreditNote,
  readInvoices,
  readMoney,
  readOrganizations,
  readOverdue,
  readPayments,
  readTopUps,
  rejectPayment,
  rejectTopUp,
  returnUnapplied,
  setThreshold,
  voidInvoice,
} from '../../../money/invoicing/index.ts'
import { dailyMoneyForms, type MoneyFormNeeds } from './daily-money-forms.ts'
import { amount, closed, microsOf, ofOrganization, path, surface } from './money-members.ts'

const id = Type.String({ minLength: 1, maxLength: 64 })
const reason = Type.String({ minLength: 1, maxLength: 500 })
/** The proposal that the page shows, so that a second agreement makes no new one. */
const proposal_id = Type.Optional(id)
/** A list of all rows that the reading returns. */
const listed = (item: unknown) =>
  Type.Object({ object: Type.Literal('list'), data: item as ReturnType<typeof Type.Array> })
const asList = (data: unknown) => ({ object: 'list', data })
const sameInput = <Input>(input: Input): Input => input

/** A list of all rows of one organization that a reading returns. */
const listOfOne = <Row>(
  reading: Reading<{ organization_id: string }, InvoicingPlatform, Row[]>,
  needs: InvoicingPlatform,
  route: RouteText,
): BoundAct =>
  bindAs(reading, needs, {
    ...{ surface, route, input: ofOrganization({}), output: listed(reading.declaration.output) },
    toInput: (own) => ({ organization_id: own.organization_id as string }),
    toOutput: asList,
  })

/** The same for all organizations. */
const listOfAll = <Row>(
  reading: Reading<object, InvoicingPlatform, Row[]>,
  needs: InvoicingPlatform,
  route: RouteText,
): BoundAct =>
  bindAs(reading, needs, {
    ...{ surface, route, input: Type.Object({}, closed), output: listed(reading.declaration.output) },
    toInput: () => ({}),
    toOutput: asList,
  })

/** The readings and acts of money at the desk. The same act by a second person executes it. */
export const moneyForms = (needs: MoneyFormNeeds): BoundAct[] => [
  listOfAll(readOrganizations, needs, 'GET /billing/organizations'),
  listOfAll(readOverdue, needs, 'GET /billing/overdue'),
  bindAs(readMoney, needs, { surface, route: `GET ${path}`, input: ofOrganization({}), toInput: sameInput }),
  listOfOne(readInvoices, needs, `GET ${path}/invoices`),
  listOfOne(readPayments, needs, `GET ${path}/payments`),
  listOfOne(readTopUps, needs, `GET ${path}/top-ups`),
  ...bind(billingProposalActs, needs),
  ...dailyMoneyForms(needs),
  bindAs(setThreshold, needs, {
    ...{ surface, route: `POST ${path}/threshold`, input: ofOrganization({ threshold: amount }) },
    toInput: ({ threshold, ...of }) => ({ ...of, threshold: microsOf(threshold) }),
  }),
  bindAs(adjustWallet, needs, {
    ...{ surface, route: `POST ${path}/adjust`, input: ofOrganization({ amount, reason, proposal_id }) },
    toInput: (own) => ({ ...own, amount: microsOf(own.amount) }),
  }),
  bindAs(changeMode, needs, {
    ...{ surface, route: `POST ${path}/mode` },
    input: ofOrganization({
      mode: Type.Enum(['prepaid', 'postpaid']),
      credit_limit: Type.Optional(Type.Union([amount, Type.Null()])),
      /** Absent where the second person agrees to a proposal of a command without one. */
      reason: Type.Optional(reason),
      proposal_id,
    }),
    toInput: ({ credit_limit = null, ...own }) => ({
      ...own,
      credit_limit: credit_limit === null ? null : microsOf(credit_limit),
    }),
  }),
  bindAs(voidInvoice, needs, {
    ...{
      surface,
      route: `POST ${path}/invoices/{id}/void`,
      input: ofOrganization({ id, reason, proposal_id }),
    },
    toInput: sameInput,
  }),
  bindAs(issueCreditNote, needs, {
    ...{ surface, route: `POST ${path}/invoices/{id}/credit-notes` },
    input: ofOrganization({ id, amount, reason, proposal_id }),
    toInput: (own) => ({ ...own, amount: microsOf(own.amount) }),
  }),
  bindAs(approvePayment, needs, {
    ...{ surface, route: `POST ${path}/payments/{id}/approve` },
    input: ofOrganization({ id, reason: Type.Optional(reason), proposal_id }),
    toInput: sameInput,
  }),
  bindAs(rejectPayment, needs, {
    ...{ surface, route: `POST ${path}/payments/{id}/reject`, input: ofOrganization({ id, reason }) },
    toInput: sameInput,
  }),
  bindAs(approveTopUp, needs, {
    ...{ surface, route: `POST ${path}/top-ups/{id}/approve` },
    input: ofOrganization({ id, reason: Type.Optional(reason), proposal_id }),
    toInput: sameInput,
  }),
  bindAs(rejectTopUp, needs, {
    ...{ surface, route: `POST ${path}/top-ups/{id}/reject`, input: ofOrganization({ id, reason }) },
    toInput: sameInput,
  }),
  bindAs(returnUnapplied, needs, {
    ...{
      surface,
      route: `POST ${path}/unapplied/return`,
      input: ofOrganization({ amount, reason, proposal_id }),
    },
    toInput: (own) => ({ ...own, amount: microsOf(own.amount) }),
  }),
]
