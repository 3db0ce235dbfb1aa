export {
  type Actor,
  accountOf,
  actorId,
  type MemberRole,
  memberRoles,
  type OperatorRole,
  operatorRoles,
  type Permission,
  type PersonRealm,
  permits,
} from './actor.ts'
export { type AddressList, addressList, plainAddress } from './address-list.ts'
export { type Channel, createChannel } from './channel.ts'
export { type Clock, dayMs, hourMs, manualClock, minuteMs, rfc3339, systemClock } from './clock.ts'
export { collectGarbage, letThreadsCollectGarbage } from './collect-garbage.ts'
export {
  type Batcher,
  type BatcherOptions,
  createBatcher,
  createKeyedBatcher,
  createSharedRead,
  gatheringMs,
  promptGroups,
  statementGroups,
} from './concurrency/batcher.ts'
export { nextTurn } from './concurrency/event-loop-turn.ts'
export { fairLimiter } from './concurrency/fair-limiter.ts'
export { keepRunning } from './concurrency/keep-running.ts'
export { mapWithConcurrency } from './concurrency/map-with-concurrency.ts'
export { createRecentRead } from './concurrency/recent-read.ts'
export { retryUntilDone } from './concurrency/retry-until-done.ts'
export { serveTasks, withTransfer } from './concurrency/serve-tasks.ts'
export { makeOnce, singleFlight } from './concurrency/single-flight.ts'
export { throttledErrorLog, throttledLog } from './concurrency/throttled-log.ts'
export { trailingRun } from './concurrency/trailing-run.ts'
export { WorkerPool } from './concurrency/worker-pool.ts'
export { crockfordDigits } from './crockford.ts'
export { csvLine, csvRows, lineBreaksIn } from './csv.ts'
export { describeError, errorLine } from './describe-error.ts'
export { givenEnvironment, withSecretsOfFiles } from './given-environment.ts'
export { hideSecrets } from './hide-secrets.ts'
export { derivedId, type IdSource, idSource, idTime } from './ids.ts'
export { isWithinStructure, marksOf, parseBounded, type StructureBounds } from './json-structure.ts'
export { type Log, type LogLevel, logLevels } from './log.ts'
export { nearestName } from './nearest-name.ts'
export { networksOf } from './networks.ts'
export { openInPlace } from './open-in-place.ts'
export { pdfText } from './pdf-text.ts'
export { type Random, seededRandom, systemRandom } from './random.ts'
export {
  type Audience,
  asRefusal,
  isForCallers,
  isForOperators,
  Refusal,
  type RefusalCode,
  type ShownRefusal,
} from './refusal.ts'
export {
  bareName,
  isSamePerson,
  type Person,
  personOf,
  type SecondPersonRules,
  secondPersonFault,
} from './second-person.ts'
export {
  type EnvironmentVariables,
  invalidSetting,
  parsedSetting,
  readSettings,
  type Setting,
  type Settings,
  type SettingValues,
  secretSetting,
  textSetting,
  tlsFileSettings,
  urlSetting,
  type ValuesOf,
  wholeNumberSetting,
  yesOrNoSetting,
} from './settings.ts'
export { startFailure } from './start-failure.ts'
export {
  currentTrace,
  readTraceContext,
  type TraceContext,
  traceHeaders,
  traceMembers,
  withinTrace,
} from './trace-context.ts'
export { findPayload, unescapeInPlace } from './wrapper.ts'
