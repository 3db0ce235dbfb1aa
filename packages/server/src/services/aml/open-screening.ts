import { openScreener } from '@nani/engines/screening/index.ts'
import { type Channel, createChannel, createSharedRead, errorLine } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import type { FraudNetwork } from '../../risk/fraud-network/index.ts'
import {
  announceFollowed,
  createListReader,
  type ListReader,
  listenForListChanges,
  readScreeningSettings,
} from '../../risk/lists/index.ts'
import { cacheJurisdictions } from './cache-jurisdictions.ts'
import { findEntriesTogether } from './hits/find-entries-together.ts'
import { openListIndex } from './list-index.ts'
import type { ScreeningSources } from './screen-subject.ts'

export type OpenScreening = {
  sources: ScreeningSources
  reader: ListReader
  /** The change of the lists that the index has reached. */
  caughtUp: Channel<number>
  /** Whether lists are loaded. */
  isReady(): boolean
  stop(): Promise<void>
}

const retryMs = 5_000

/** Opens the sources of screening. It loads every list into the index of this process before the first screening. */
export const openScreening = async (
  platform: Pick<Platform, 'pool' | 'connectionString' | 'newId' | 'log'> & {
    fraudNetwork: FraudNetwork
  },
): Promise<OpenScreening> => {
  const { pool, connectionString, log } = platform
  const onError = (error: unknown) => log(`screening: ${errorLine(error)}`, 'error')
  // Published before the load, so that an import meanwhile waits for this process as well.
  const followed = await announceFollowed(pool, platform.newId('prc'), onError)
  const reader = createListReader(pool)
  const screener = openScreener({ onMergeFailed: onError })
  const caughtUp: Channel<number> = createChannel()
  try {
    const index = await openListIndex({
      reader,
      screener,
      listen: (onChange) => listenForListChanges(connectionString, onChange),
      later(work) {
        const timer = setTimeout(work, retryMs).unref()
        return () => clearTimeout(timer)
      },
      onError,
      onCaughtUp(change) {
        followed.reached(change)
        caughtUp.send(change)
      },
    })
    const settings = createSharedRead(() => readScreeningSettings(pool))
    return {
      sources: {
        search: screener.search,
        findEntries: findEntriesTogether(reader.findEntries),
        findJurisdictions: cacheJurisdictions(reader.findJurisdictions),
        currentVersions: index.currentVersions,
        atVersions: index.atVersions,
        areListed: reader.areListed,
        threshold: async () => (await settings()).threshold,
        fraudNetwork: platform.fraudNetwork,
      },
      reader,
      caughtUp,
      isReady: () => screener.stats().records > 0,
      async stop() {
        await index.stop()
        await followed.stop()
        await screener.close()
      },
    }
  } catch (error) {
    await followed.stop()
    await screener.close()
    throw error
  }
}
