import type { Clock } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { createInstallationSecrets } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Detection } from '../../risk/detection/index.ts'
import { thinCheckpoints } from './checkpoints.ts'
import { lagMetrics } from './lag-metrics.ts'
import { ensureLogKeys, logKeyUse, logKeyUseOfCell, readLogSigners } from './log-key.ts'
import { originOfCellLog } from './log-of-cell.ts'
import { type CellLogPools, serveLog } from './log-server.ts'
import { runSequencer } from './run-sequencer.ts'
import { auditLogSettings } from './settings.ts'

type Needs = Pick<Platform, 'pool' | 'random' | 'vaultFor' | 'log' | 'host' | 'role'> & {
  clock: Clock
  http: Http
  detection: Pick<Detection, 'raise'>
}

/** The audit entries as a transparency log: the sequencer, the witnesses, and the port of the log. */
export const auditTransparencyModule = defineModule({
  name: 'audit-transparency',
  settings: auditLogSettings,
  async open(needs: Needs, { logPort, logOrigin, witnesses }) {
    const { pool, vaultFor, clock, http, host, role } = needs
    const vault = vaultFor(logKeyUse)
    const secrets = createInstallationSecrets(pool, vault, clock)
    await ensureLogKeys({ database: pool, secrets, vault }, logOrigin)
    const sequencer = runSequencer({ ...needs, vault, witnesses, alarms: pool })
    const cellLogs: CellLogPools = new Map()
    const server =
      logPort === null || role === 'worker' ? null : await serveLog(http, { pool, cellLogs }, host, logPort)
    return {
      /** The module of cells adds theirs. */
      provides: { cellLogs },
      work: () => sequencer.start(),
      async stop() {
        await sequencer.stop()
        await server?.close()
      },
      warnings: { audit_log: sequencer.isDoubtful },
      metrics: [lagMetrics({ pool, clock })],
      retention: [thinCheckpoints],
    }
  },
})

type NeedsOfCell = Pick<Platform, 'pool' | 'random' | 'vaultFor' | 'log'> & {
  clock: Clock
  homePool: pg.Pool
  logOfCell: string
  cellName: string
  homeDetection: Pick<Detection, 'raise'>
}

/** The same for the entries of a cell, which has a log of its own. Its alarms are rows of home. */
export const auditTransparencyOfCellModule = defineModule({
  name: 'audit-transparency',
  settings: { witnesses: auditLogSettings.witnesses },
  async open(needs: NeedsOfCell, { witnesses }) {
    const { pool, homePool, vaultFor, clock, logOfCell, cellName: cell, homeDetection } = needs
    const detection: typeof homeDetection = {
      raise: (database, alarm) => homeDetection.raise(database, { ...alarm, cell }),
    }
    const vault = vaultFor(logKeyUseOfCell(logOfCell))
    const ofHome = await readLogSigners(homePool, vaultFor(logKeyUse))
    const secrets = createInstallationSecrets(homePool, vault, clock)
    await ensureLogKeys({ database: pool, secrets, vault, logOfCell }, originOfCellLog(ofHome, logOfCell))
    const sequencer = runSequencer({ ...needs, detection, vault, witnesses, alarms: homePool })
    return {
      provides: { isLogDoubtful: sequencer.isDoubtful },
      work: () => sequencer.start(),
      stop: () => sequencer.stop(),
      metrics: [lagMetrics({ pool, clock })],
      retention: [thinCheckpoints],
    }
  },
})
