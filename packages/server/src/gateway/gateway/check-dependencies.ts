import type { Clock } from '@nani/foundation/core/index.ts'
import type { ConsolePages } from '@nani/foundation/http/index.ts'
import type { ApplicationDirectory } from './application.ts'
import type { OpenLargeBody } from './large-body.ts'
import type { Replay } from './replay.ts'

/** What the checks need of the process. Each check takes its part. */
export type CheckDependencies = {
  directory: ApplicationDirectory
  clock: Clock
  consolePages: Pick<ConsolePages, 'ofQuotas'>
  /** False while the clock of this process is wrong. */
  clockIsTrusted(): boolean
  replay: Replay
  openLargeBody: OpenLargeBody
  /** Aborts when an authorisation has taken too long. */
  authorisationDeadline(): AbortSignal
}
