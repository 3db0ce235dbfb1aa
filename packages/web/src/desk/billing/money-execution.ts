import { type ListedProposal, type MoneyAmount, moneyPath } from './money.ts'

type Command = Record<string, unknown> & {
  id?: string
  amount?: MoneyAmount
  credit_limit?: MoneyAmount | null
}

/** Where each act on money is sent, below the path of its organization. */
const routes: Readonly<Record<string, (id: string) => string>> = {
  adjust: () => 'adjust',
  mode: () => 'mode',
  void: (id) => `invoices/${id}/void`,
  'credit-note': (id) => `invoices/${id}/credit-notes`,
  'approve-payment': (id) => `payments/${id}/approve`,
  'approve-top-up': (id) => `top-ups/${id}/approve`,
  'return-unapplied': () => 'unapplied/return',
}

/**
 * The same act with exactly the same values, which a second person sends; null: an act of a later release. The id of the proposal
 * keeps a late agreement from becoming a new proposal.
 */
export const executionOfMoney = ({ id: proposal_id, action, organization_id, command }: ListedProposal) => {
  const { id = '', amount, credit_limit, ...values } = command as Command
  const route = routes[action]?.(encodeURIComponent(id))
  if (route === undefined) return null
  return {
    path: `${moneyPath(organization_id)}/${route}`,
    body: {
      ...values,
      proposal_id,
      ...(amount && { amount: amount.value }),
      ...(credit_limit !== undefined && { credit_limit: credit_limit?.value ?? null }),
    },
  }
}
