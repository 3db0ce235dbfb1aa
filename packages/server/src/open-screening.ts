import { errorLine } from './core/index.ts'
import type { Foundation } from './foundation.ts'
import {
  createListReader,
  type ListReader,
  listenForListChanges,
  readScreeningSettings,
} from './lists/index.ts'
import { openScreener } from './screening/index.ts'
import {
  createFraudStore,
  groupReads,
  openListIndex,
  type ScreeningSources,
  sandboxNetwork,
  writeNetworkParties,
} from './services/aml/index.ts'
import { deriveKey } from './storage/index.ts'

export type OpenScreening = {
  sources: ScreeningSources
  reader: ListReader
  /** Calls back whenever the index stands where the lists stand. */
  whenCaughtUp(tell: () => void): void
  stop(): Promise<void>
}

const retryMs = 5_000

/** What seals the monitors, and what finds those of an identity. */
export const monitorSecrets = ({ rootKey, vaultFor }: Pick<Foundation, 'rootKey' | 'vaultFor'>) => ({
  vault: vaultFor('monitors'),
  identityKey: deriveKey(rootKey, 'monitored-identity'),
})

/** The index of this process, loaded with every list before anybody is screened, and everything else that screening asks. */
export const openScreening = async (
  foundation: Foundation,
  log: (line: string) => void,
): Promise<OpenScreening> => {
  const { pool, connectionString } = foundation
  await writeNetworkParties(pool, 'sandbox', sandboxNetwork, monitorSecrets(foundation).identityKey)
  const onError = (error: unknown) => log(`screening: ${errorLine(error)}`)
  const reader = createListReader(pool)
  const screener = openScreener({ onMergeFailed: onError })
  let caughtUp = () => {}
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
      onCaughtUp: () => caughtUp(),
    })
    const settings = groupReads(() => readScreeningSettings(pool))
    return {
      sources: {
        search: screener.search,
        findEntries: reader.findEntries,
        findJurisdictions: reader.findJurisdictions,
        currentVersions: index.currentVersions,
        threshold: async () => (await settings()).threshold,
        fraudNetwork: createFraudStore(pool),
      },
      reader,
      whenCaughtUp(tell) {
        caughtUp = tell
      },
      async stop() {
        await index.stop()
        await screener.close()
      },
    }
  } catch (error) {
    await screener.close()
    throw error
  }
}
