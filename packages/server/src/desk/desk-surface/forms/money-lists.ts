import { type BoundAct, inPages, type ListCursors } from '../../../gateway/acts/index.ts'
import {
  billingProposalFilters,
  listBillingProposals,
  readInvoices,
  readOrganizations,
  readOverdue,
  readPayments,
  readTopUps,
} from '../../../money/invoicing/index.ts'
import type { MoneyFormNeeds } from './daily-money-forms.ts'
import { ofOrganization, path, surface } from './money-members.ts'

/** The lists of money. Each one names the values that its order compares. */
export const moneyLists = (needs: MoneyFormNeeds, cursors: ListCursors): BoundAct[] => {
  const ofAll = { surface, cursors, filters: {} }
  const ofOne = { ...ofAll, filters: ofOrganization({}).properties }
  return [
    inPages(readOrganizations, needs, {
      ...{ ...ofAll, route: 'GET /billing/organizations' },
      positionOf: ({ organization, organization_id }) => [organization, organization_id],
    }),
    inPages(readOverdue, needs, {
      ...{ ...ofAll, route: 'GET /billing/overdue' },
      positionOf: ({ due_at, number }) => [Date.parse(due_at), number],
    }),
    inPages(readInvoices, needs, {
      ...{ ...ofOne, route: `GET ${path}/invoices` },
      positionOf: ({ number }) => [number],
    }),
    inPages(readPayments, needs, {
      ...{ ...ofOne, route: `GET ${path}/payments` },
      positionOf: ({ declared_at, id }) => [Date.parse(declared_at), id],
    }),
    inPages(readTopUps, needs, {
      ...{ ...ofOne, route: `GET ${path}/top-ups` },
      positionOf: ({ created_at, id }) => [Date.parse(created_at), id],
    }),
    inPages(listBillingProposals, needs, {
      ...{ ...ofAll, route: 'GET /billing/proposals', filters: billingProposalFilters },
      positionOf: ({ proposed_at, decided_at, id }) => [Date.parse(decided_at ?? proposed_at), id],
    }),
  ]
}
