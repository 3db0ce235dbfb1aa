import { type Clock, errorLine, type Log, throttledLog } from '@nani/foundation/core/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import type { Detection } from '../../risk/detection/index.ts'
import { readLogSigners } from './log-key.ts'
import { createSequencer } from './sequencer.ts'
import { postToWitness } from './witnesses/witness-client.ts'
import type { Witness } from './witnesses/witness-list.ts'
import { askWitnesses, readWitnessStates, UnknownToWitness } from './witnesses/witnesses.ts'

/** How long what is known of the witnesses counts. */
const statesEveryMs = 5_000

type Needs = Pick<Platform, 'pool' | 'random'> & {
  clock: Clock
  log: Log
  /** Of the keys of this log. */
  vault: Vault
  witnesses: readonly Witness[]
  /** Where alarms are stored. */
  alarms: pg.Pool
  detection: Pick<Detection, 'raise'>
}

/** The sequencer of one log, and what its witnesses say. */
export const runSequencer = ({ pool, random, clock, log, vault, witnesses, alarms, detection }: Needs) => {
  let unknown = false
  const say = throttledLog('audit log', { clock, log })
  const onError = (error: unknown) => say(errorLine(error))
  const sequencer = createSequencer({
    ...{ pool, clock, random, onError },
    readSigners: (database) => readLogSigners(database, vault),
    async onAltered({ message, size }) {
      say(message)
      await detection.raise(alarms, { kind: 'audit_log_altered', details: { size } })
    },
    async onMoved({ last_step_at: before, production, sandbox }) {
      log(
        `audit log: the database is another one than that of the last step at ${before}. The log goes on after ` +
          `${production} leaves of production and ${sandbox} of the sandbox. Compare with a witness: nani audit check`,
      )
      await detection.raise(alarms, { kind: 'audit_log_moved', details: { production, sandbox } })
    },
    askWitnesses:
      witnesses.length === 0
        ? null
        : async () => {
            let isUnknown = false
            await askWitnesses({
              ...{ pool, witnesses, post: postToWitness },
              onError(error) {
                const isOfWitness = error instanceof UnknownToWitness
                isUnknown ||= isOfWitness
                if (isOfWitness) say(error.message)
                else onError(error)
              },
              async onRefused({ environment, witness, reason, sizes }) {
                say(`${witness} refused the log of ${environment}. ${reason}`)
                await detection.raise(alarms, { kind: 'audit_log_refused', details: sizes })
              },
            })
            unknown = isUnknown
          },
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
  return {
    start: () => sequencer.start(),
    async stop() {
      clearInterval(timer)
      await sequencer.stop()
    },
    /** Whether the log must be looked at. */
    isDoubtful: () => refused || unknown || !sequencer.isIntact(),
  }
}
