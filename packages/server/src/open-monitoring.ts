import { errorLine } from './core/index.ts'
import type { DeliveryDependencies } from './delivery/index.ts'
import type { Foundation } from './foundation.ts'
import { monitorSecrets, type OpenScreening } from './open-screening.ts'
import type { Register } from './register/index.ts'
import { openSubjectIndex } from './screening/index.ts'
import { type Monitoring, startMonitoring } from './services/aml/index.ts'

const quietMs = 10_000

/** The monitoring of this process: it works when no other process of the database does. */
export const openMonitoring = (
  foundation: Foundation,
  { sources, reader, whenCaughtUp }: OpenScreening,
  register: Register,
  dependencies: DeliveryDependencies,
  log: (line: string) => void,
): Monitoring => {
  const { clock } = foundation
  const onError = (error: unknown) => {
    // It looks every few seconds: a database that is away is told of once in a while.
    if (clock.now() - lastLoggedMs < quietMs) return
    lastLoggedMs = clock.now()
    log(`monitoring: ${errorLine(error)}`)
  }
  let lastLoggedMs = Number.NEGATIVE_INFINITY
  const subjects = openSubjectIndex({ workers: 1, onMergeFailed: onError })
  const monitoring = startMonitoring({
    ...dependencies,
    register,
    reader,
    sources,
    secrets: monitorSecrets(foundation),
    subjects,
    onError,
  })
  whenCaughtUp(() => void monitoring.wake())
  return {
    wake: monitoring.wake,
    async stop() {
      await monitoring.stop()
      await subjects.close()
    },
  }
}
