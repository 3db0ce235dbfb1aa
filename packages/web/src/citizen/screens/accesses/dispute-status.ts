import type { DisputeStatus } from '../../contract.ts'
import type { Texts } from '../../texts/texts.ts'

export const disputeStatus = ({ accesses }: Texts, status: DisputeStatus): string =>
  accesses.disputeStatuses[status]
