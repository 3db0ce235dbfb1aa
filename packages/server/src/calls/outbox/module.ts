import { type Channel, createChannel } from '@nani/foundation/core/index.ts'
import { defineModule } from '@nani/foundation/platform/index.ts'
import { forgetExpiredDeliveries } from './retention.ts'

export const outboxModule = defineModule({
  name: 'outbox',
  open() {
    /** The application of an event that was committed: its delivery starts at once. */
    const newEvents: Channel<string> = createChannel()
    return { provides: { newEvents }, retention: [forgetExpiredDeliveries] }
  },
})
