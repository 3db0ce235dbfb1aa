import { noInput } from '@nani/contract'
import type { Static } from 'typebox'
import { actingCitizen } from '../../../citizens/citizen-devices/index.ts'
import { defineReading, eventStream, type ReadingContext } from '../../../gateway/acts/index.ts'
import type { ApprovalNeeds } from './approval-needs.ts'

/** The app learns at once that the waiting sign-ins of its citizen may have changed. */
export const followApprovals = defineReading({
  name: 'sign_ins.follow',
  sentence: { en: 'Follows the sign-ins that wait', fr: 'Suit les connexions en attente' },
  actors: { citizen: true },
  input: noInput,
  output: eventStream,
  routes: { citizen: 'GET /approvals/events' },
  read: async ({ actor, needs }: ReadingContext<Static<typeof noInput>, ApprovalNeeds>) => ({
    topic: actingCitizen(actor, needs).citizen.toString('hex'),
  }),
})
