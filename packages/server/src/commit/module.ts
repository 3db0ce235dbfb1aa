import type { Billing } from '../billing/index.ts'
import { type Channel, createChannel } from '../core/index.ts'
import { defineModule, type Platform } from '../platform/index.ts'
import { createCommit } from './commit.ts'

export const commitModule = defineModule({
  name: 'commit',
  open({ pool, billing }: Pick<Platform, 'pool'> & { billing: Billing }) {
    /** The application of an event that was committed: its delivery starts at once. */
    const newEvents: Channel<string> = createChannel()
    return { provides: { commit: createCommit(pool, billing), newEvents } }
  },
})
