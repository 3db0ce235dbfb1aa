import type { Invoice, MoneyAmount, Payment, TopUp, Wallet } from '@nani/contract/console'

export type OrganizationMoney = {
  object: 'organization_money'
  organization_id: string
  organization: string
  wallet: Omit<Wallet, 'version'>
  owed: MoneyAmount
  overdue: MoneyAmount
  unapplied: MoneyAmount
  submitted_top_ups: number
  declared_payments: number
}

export type OverdueInvoice = Omit<Invoice, 'lines'> & {
  organization_id: string
  organization: string
  days_overdue: number
}

export type MoneyShown = { wallet: Omit<Wallet, 'version'>; unapplied: MoneyAmount }

/** An act on money that waits for a second person. */
export type MoneyProposal = {
  status: 'proposed'
  object: 'proposal'
  id: string
  action: string
  command: Record<string, unknown>
  proposed_by: string
  /** Why the first person proposed it. */
  reason: string | null
  proposed_at: string
  expires_at: string
}
export type ListedProposal = MoneyProposal & { organization_id: string; organization: string }

export type { Invoice, MoneyAmount, Payment, TopUp }

export const moneyPath = (organizationId: string): string =>
  `/billing/organizations/${encodeURIComponent(organizationId)}`

export const isProposal = (answer: unknown): answer is MoneyProposal =>
  typeof answer === 'object' && answer !== null && 'object' in answer && answer.object === 'proposal'
