import { keepRunning, throttledErrorLog } from '@nani/foundation/core/index.ts'
import { defineModule } from '@nani/foundation/platform/index.ts'
import type { ActCell } from '../../../gateway/acts/index.ts'
import { endCredentialsOfClosed } from '../../../organizations/organizations/index.ts'
import { endReviewsInCell } from '../../../organizations/reviews/index.ts'
import type { PlatformOfCell } from '../../cells/index.ts'

const everyMs = 30_000

/** Ends the keys and the open reviews of organizations that home has closed, if the process that closed them could not. */
export const closedOrganizationsModule = defineModule({
  name: 'closed organizations',
  open(needs: PlatformOfCell & { cell: ActCell }) {
    const { vaultFor } = needs
    const reviews = { ...needs, dossierVault: vaultFor('dossiers'), requestsVault: vaultFor('requests') }
    const onError = throttledErrorLog('closed organizations', needs)
    let ending: ReturnType<typeof keepRunning> | null = null
    return {
      work() {
        ending = keepRunning(
          async () => {
            await endCredentialsOfClosed(needs)
            await endReviewsInCell(reviews)
          },
          everyMs,
          onError,
        )
      },
      stop: () => ending?.stop(),
    }
  },
})
