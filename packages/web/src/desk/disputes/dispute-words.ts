import type { Say } from '../../staff/language.tsx'
import type { ListedDispute } from './dispute.ts'

export const disputeStatus = (say: Say, status: ListedDispute['status']): string =>
  status === 'open' ? say('Open', 'Ouverte') : say('Answered', 'Répondue')
