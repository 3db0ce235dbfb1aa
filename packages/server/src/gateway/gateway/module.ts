import { errorLine } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type { Detection } from '../../risk/detection/index.ts'
import { createAdmit } from './admit.ts'
import { createCountAnswer } from './answer-burst.ts'
import type { ApplicationDirectory } from './application.ts'
import { createLockReleases, forgetExpiredKeys } from './idempotency-locks.ts'
import type { OpenLargeBody } from './large-body.ts'
import { createPipeline } from './pipeline.ts'
import { createReplay } from './replay.ts'

type Needs = Pick<Platform, 'pool' | 'clock' | 'vaultFor' | 'pause' | 'log'> & {
  directory: ApplicationDirectory
  http: Pick<Http, 'consolePages'>
  detection: Pick<Detection, 'onAuthenticationFailure' | 'onIvReused'>
  openLargeBody: OpenLargeBody
  authorisationDeadline?(): AbortSignal
}

export const gatewayModule = defineModule({
  name: 'gateway',
  open({
    pool,
    clock,
    vaultFor,
    pause,
    log,
    directory,
    http,
    detection,
    openLargeBody,
    authorisationDeadline,
  }: Needs) {
    const locks = createLockReleases({
      ...{ pool, clock, pause },
      log: (message, error) => log(`${message}: ${errorLine(error)}`, 'error'),
    })
    const pipeline = createPipeline({
      ...{ directory, clock, openLargeBody, authorisationDeadline },
      consolePages: http.consolePages,
      clockIsTrusted: clock.isTrusted,
      admit: createAdmit({ pool, clock, releaseLater: locks.releaseLater }),
      releaseLock: locks.release,
      replay: createReplay({ pool, clock, answersVault: vaultFor('answers') }),
      countAnswer: createCountAnswer(pool, clock),
      onAuthenticationFailure: detection.onAuthenticationFailure,
      onIvReused: detection.onIvReused,
    })
    return { provides: { pipeline }, readiness: { clock: clock.isTrusted }, retention: [forgetExpiredKeys] }
  },
})
