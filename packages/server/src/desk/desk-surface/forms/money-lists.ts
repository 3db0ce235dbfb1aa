import { type BoundAct, type Databases, inPages, type ListCursors } from '../../../gateway/acts/index.ts'
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

/** The lists of money of one organization. Each one names the values that its order compares. */
export const moneyLists = (needs: MoneyFormNeeds, cursors: ListCursors): BoundAct[] => {
  const ofOne = { surface, cursors, filters: ofOrganization({}).properties }
  return [
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
  ]
}

/** The lists of the money of all organizations, in all databases. */
export const listsOfAllMoney = (
  needs: MoneyFormNeeds,
  cursors: ListCursors,
  databases: Databases,
): BoundAct[] => {
  const ofAll = { surface, cursors, filters: {}, ofAll: { databases, descends: () => false } }
  const reading = { ...needs, homePool: needs.pool }
  return [
    inPages(readOrganizations, reading, {
      ...{ ...ofAll, route: 'GET /billing/organizations' },
      positionOf: ({ organization, organization_id }) => [organization, organization_id],
    }),
    inPages(readOverdue, reading, {
      ...{ ...ofAll, route: 'GET /billing/overdue' },
      positionOf: ({ due_at, number }) => [Date.parse(due_at), number],
    }),
    inPages(listBillingProposals, reading, {
      ...{ ...ofAll, route: 'GET /billing/proposals', filters: billingProposalFilters },
      // Open ones begin with the oldest, decided ones with the newest.
      ofAll: { databases, descends: ({ status = 'proposed' }) => status !== 'proposed' },
      positionOf: ({ proposed_at, decided_at, id }) => [Date.parse(decided_at ?? proposed_at), id],
    }),
  ]
}
