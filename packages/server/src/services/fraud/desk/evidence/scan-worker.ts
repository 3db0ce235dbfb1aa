import { throttledErrorLog } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { withTryLock } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { CaseVaults } from '../../../../risk/fraud-network/index.ts'
import { scanEvidence } from './scan-evidence.ts'
import type { ScanFile } from './scan-file.ts'

const betweenPagesMs = 5_000
const lockName = 'nani.fraud-scan'

type Needs = Pick<Platform, 'clock' | 'log' | 'pause'> & {
  pool: pg.Pool
  vaults: CaseVaults
  scanFile: ScanFile
}

/** Scans new files of evidence in the background. One process of the database does it at a time. */
export const createScanWorker = (needs: Needs): { start(): void; stop(): Promise<void> } => {
  const onError = throttledErrorLog('fraud scan', needs)
  let isStopping = false
  let running: Promise<void> = Promise.resolve()
  const run = async () => {
    let writtenAfter: Date | null = null
    while (!isStopping) {
      let last: Date | null = null
      const page = async () => {
        last = await scanEvidence(needs.pool, needs, writtenAfter)
      }
      await withTryLock(needs.pool, lockName, page).catch(onError)
      writtenAfter = last
      if (!isStopping && last === null) await needs.pause(betweenPagesMs)
    }
  }
  return {
    start() {
      running = run()
    },
    async stop() {
      isStopping = true
      // The pause keeps no process alive. A scan ends by its own time limit.
      await Promise.race([running, needs.pause(maxStopMs)])
    },
  }
}

const maxStopMs = 2_000
