import type pg from 'pg'
import Type from 'typebox'
import {
  type ActCell,
  agreedProposal,
  type BoundAct,
  bind,
  bindAs,
  cellOf,
  type Databases,
  inFoundPlaces,
  inPlaces,
  type ListCursors,
  type Places,
} from '../../../gateway/acts/index.ts'
import {
  adjustWallet,
  approvePayment,
  approveTopUp,
  changeMode,
  declineBillingProposal,
  issueCreditNote,
  ownerOfMoney,
  readMoney,
  readProofOfPayment,
  rejectPayment,
  rejectTopUp,
  returnUnapplied,
  setThreshold,
  voidInvoice,
} from '../../../money/invoicing/index.ts'
import { dailyMoneyForms, type MoneyFormNeeds } from './daily-money-forms.ts'
import { listsOfAllMoney, moneyLists } from './money-lists.ts'
import { amount, microsOf, ofOrganization, path, surface } from './money-members.ts'

const id = Type.String({ minLength: 1, maxLength: 64 })
const reason = Type.String({ minLength: 1, maxLength: 500 })
/** The proposal that the page shows, so that a second agreement makes no new one. */
const { proposal_id } = agreedProposal
const sameInput = <Input>(input: Input): Input => input

type Place = { pool: pg.Pool; cell: ActCell }
/** Where the money of organizations is. */
type PlacesOfMoney = {
  places: Pick<Places<Place>, 'find'>
  databases: Databases
}

/** The readings and acts of money at the desk, each in the database that has the money. */
export const moneyForms = (
  needs: MoneyFormNeeds,
  cursors: ListCursors,
  { places, databases }: PlacesOfMoney,
): BoundAct[] => {
  const needsIn = (place: Place | null) => (place ? { ...needs, pool: place.pool, cell: place.cell } : needs)
  const byId = (
    kind: Parameters<typeof ownerOfMoney>[1],
    actsIn: (place: Place | null) => readonly BoundAct[],
  ) =>
    inFoundPlaces(actsIn, async ({ id }) => {
      const owner = await ownerOfMoney(databases, kind, id)
      return owner === null ? null : cellOf(places, owner)
    })
  return [
    ...listsOfAllMoney(needs, cursors, databases),
    ...inPlaces(places, (place) => [
      ...moneyLists(needsIn(place), cursors),
      ...formsOfOrganization(needsIn(place)),
    ]),
    ...byId('payment', (place) => bind([readProofOfPayment], needsIn(place))),
    ...byId('proposal', (place) => bind([declineBillingProposal], needsIn(place))),
  ]
}

/** The same act by a second person executes it. */
const formsOfOrganization = (needs: MoneyFormNeeds): BoundAct[] => [
  bindAs(readMoney, needs, { surface, route: `GET ${path}`, input: ofOrganization({}), toInput: sameInput }),
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
