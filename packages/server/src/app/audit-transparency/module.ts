import { type Clock, throttledErrorLog } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { createInstallationSecrets } from '@nani/foundation/storage/index.ts'
import type { Detection } from '../../risk/detection/index.ts'
import { thinCheckpoints } from './checkpoints.ts'
import { lagMetrics } from './lag-metrics.ts'
import { ensureLogKeys, logKeyUse, readLogSigners } from './log-key.ts'
import { serveLog } from './log-server.ts'
import { createSequencer } from './sequencer.ts'
import { auditLogSettings } from './settings.ts'
import { postToWitness } from './witness-client.ts'
import { askWitnesses, readWitnessStates } from './witnesses.ts'

type Needs = Pick<Platform, 'pool' | 'random' | 'vaultFor' | 'log' | 'host' | 'role'> & {
  clock: Clock
  http: Http
  detection: Pick<Detection, 'raise'>
}

/** How long what is known of the witnesses counts. */
const statesEveryMs = 5_000

/** The audit entries as a transparency log: the sequencer, the witnesses, and the port of the log. */
export const auditTransparencyModule = defineModule({
  name: 'audit-transparency',
  settings: auditLogSettings,
  async open(needs: Needs, { logPort, logOrigin, witnesses }) {
    const { pool, random, vaultFor, log, clock, detection, http, host, role } = needs
    const onError = throttledErrorLog('audit log', { clock, log })
    const vault = vaultFor(logKeyUse)
    const secrets = createInstallationSecrets(pool, vault, clock)
    await ensureLogKeys({ database: pool, secrets, vault }, logOrigin)
    const sequencer = createSequencer({
      ...{ pool, clock, random, onError },
      readSigners: (database) => readLogSigners(database, vault),
      async onAltered({ message, size }) {
        onError(new Error(message))
        await detection.raise(pool, { kind: 'audit_log_altered', details: { size } })
      },
      async onMoved({ last_step_at: before, production, sandbox }) {
        log(
          `audit log: the database is another one than that of the last step at ${before}. The log goes on after ` +
            `${production} leaves of production and ${sandbox} of the sandbox. Compare with a witness: nani audit check`,
        )
        await detection.raise(pool, { kind: 'audit_log_moved', details: { production, sandbox } })
      },
      askWitnesses:
        witnesses.length === 0
          ? null
          : () =>
              askWitnesses({
                ...{ pool, witnesses, onError, post: postToWitness },
                async onRefused({ environment, witness, reason, sizes }) {
                  onError(new Error(`${witness} refused the log of ${environment}. ${reason}`))
                  await detection.raise(pool, { kind: 'audit_log_refused', details: sizes })
                },
              }),
    })
    let refused = false
    const readStates = () =>
      readWitnessStates(pool, witnesses)
        .then((states) => {
          refused = states.some(({ refusal }) => refusal !== null)
        })
        .catch(onError)
    const timer = witnesses.length > 0 ? setInterval(readStates, statesEveryMs) : undefined
    timer?.unref()
    const server = logPort === null || role === 'worker' ? null : await serveLog(http, pool, host, logPort)
    return {
      work: () => sequencer.start(),
      async stop() {
        clearInterval(timer)
        await sequencer.stop()
        await server?.close()
      },
      warnings: { audit_log: () => refused || !sequencer.isIntact() },
      metrics: [lagMetrics({ pool, clock })],
      retention: [thinCheckpoints],
    }
  },
})
