import { type Clock, singleFlight } from '@nani/foundation/core/index.ts'
import { type ReadinessName, readinessNames, type WarningName } from '@nani/foundation/platform/index.ts'

export type Readiness = {
  /** The parts that are not ready, sorted by name. Empty: calls can be served. */
  notReady(): Promise<ReadinessName[]>
  /** What an operator must look at, by the last answer of `notReady`. Calls are served meanwhile. */
  warnings(): WarningName[]
  started(): void
  /** Never ready again, because the process stops. */
  stopping(): void
}

export type ReadinessOptions = {
  /** Rejects if the database accepts no write. */
  checkDatabase(): Promise<void>
  /** The same for the database of a register of its own. Calls that need no register are served without it. */
  checkRegister?: (() => Promise<void>) | undefined
  /** Conditions that this process knows without a query. A part that it does not have is absent. */
  parts: Partial<Record<ReadinessName, () => boolean>>
  /** Conditions that are warnings while they hold. */
  warnings?: readonly (readonly [WarningName, () => boolean])[]
  /** A monotonic clock. */
  elapsed: Clock
}

const answersWithinMs = 1_000
/** Validity of one write. */
const freshMs = 2_000

/** Requests need no signature, so writes are limited: one at a time, and one every two seconds. */
export const createReadiness = ({
  checkDatabase,
  checkRegister,
  parts,
  warnings = [],
  elapsed,
}: ReadinessOptions): Readiness => {
  let isServing = false
  let registerIsAway = false
  const database = freshlyProven(checkDatabase, elapsed)
  const register = checkRegister ? freshlyProven(checkRegister, elapsed) : async () => true

  return {
    async notReady() {
      const [databaseIsReady, registerIsReady] = await Promise.all([database(), register()])
      registerIsAway = !registerIsReady
      const states: typeof parts = {
        ...parts,
        process: () => isServing,
        database: () => databaseIsReady,
      }
      return readinessNames.filter((name) => states[name]?.() === false)
    },
    warnings: () => [
      ...(registerIsAway ? (['register'] as const) : []),
      // Modules may have a warning of one name.
      ...new Set(warnings.filter(([, holds]) => holds()).map(([name]) => name)),
    ],
    started() {
      isServing = true
    },
    stopping() {
      isServing = false
    },
  }
}

/** Whether a database accepts writes. One write is valid for some time. */
const freshlyProven = (proveWrites: () => Promise<void>, elapsed: Clock): (() => Promise<boolean>) => {
  let last: { accepted: boolean; untilMs: number } | null = null
  const check = singleFlight(async () => {
    const accepted = await proveWrites().then(
      () => true,
      () => false,
    )
    last = { accepted, untilMs: elapsed.now() + freshMs }
    return accepted
  })
  return async () => (last && elapsed.now() < last.untilMs ? last.accepted : within(check(), answersWithinMs))
}

const within = async (answer: Promise<boolean>, limitMs: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, limitMs, false)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
