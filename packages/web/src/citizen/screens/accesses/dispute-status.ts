import type { Dispute } from '../../contract.ts'
import type { Texts } from '../../texts/texts.ts'

export const disputeStatus = ({ accesses }: Texts, { status, answer }: Dispute): string =>
  accesses.disputeStatuses[status === 'open' && !answer ? 'open' : 'answered']
