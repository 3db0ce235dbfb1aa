import type { Say } from '../../staff/language.tsx'
import type { Proposal } from './proposal.ts'
import { sentenceIn } from './sentence.ts'

/** What the act of a proposal does. A page of an object has its proposals without the sentence. */
export const actName = (say: Say, { act, sentence }: Pick<Proposal, 'act' | 'sentence'>): string => {
  if (sentence) return sentenceIn(say, sentence)
  const names: Record<string, string> = {
    'organizations.suspend': say('Suspends an organization', 'Suspend une organisation'),
    'organizations.restore': say('Restores an organization', 'Rétablit une organisation'),
    'reviews.decide': say('Decides a review', 'Tranche un examen'),
  }
  return names[act] ?? act
}
