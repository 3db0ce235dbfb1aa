import { type Channel, createChannel } from '../core/index.ts'
import { defineModule } from '../platform/index.ts'
import { forgetExpiredDeliveries } from './retention.ts'

export const outboxModule = defineModule({
  name: 'outbox',
  open() {
    /** The application of an event that was committed: its delivery starts at once. */
    const newEvents: Channel<string> = createChannel()
    return { provides: { newEvents }, retention: [forgetExpiredDeliveries] }
  },
})
