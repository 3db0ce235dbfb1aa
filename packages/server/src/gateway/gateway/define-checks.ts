import type { ErrorCode } from '@nani/contract'
import { asRefusal, type Refusal } from '@nani/foundation/core/index.ts'
import type { Admission } from './admit.ts'
import type { Endpoint, EndpointResponse } from './call.ts'
import type { CheckDependencies } from './check-dependencies.ts'
import type { WithAdmission } from './request-context.ts'

/**
 * When a check runs.
 * - `beforeBody`: before the body is read. A failure ends the request.
 * - `afterBody`: with the raw body. A failure ends the request.
 * - `local`: without the database, before the admission. A failure is kept until its place in the order.
 * - `admission`: on the result of the one statement to admit.
 * - `authorise`: asks another component and may take time, once everything before it has passed.
 * - `signIn`: in a request of federated sign-in, which is not signed. A failure ends the request.
 */
export type Phase = 'beforeBody' | 'afterBody' | 'local' | 'admission' | 'authorise' | 'signIn'

/** One line of the documented order. */
export type Rule<Name extends string = string, Code extends string = ErrorCode> = {
  readonly name: Name
  /** What must hold, in one phrase. */
  readonly rule: string
  readonly refusals: readonly Code[]
}

export type EndpointShape = Pick<Endpoint, 'method' | 'service' | 'body'>

/** The catalogue of codes and the needs of the checks of a protocol. Signed calls have these. */
export type Protocol = { code: string; dependencies: unknown }
export type SignedCalls = { code: ErrorCode; dependencies: CheckDependencies }

export type Check<Name extends string, Context, Result, Of extends Protocol = SignedCalls> = Rule<
  Name,
  Of['code']
> & {
  /** The endpoints whose description lists the refusals. Absent: all. `declared`: those that declare them. */
  readonly appliesTo?: ((endpoint: EndpointShape) => boolean) | 'declared'
  /** Rules that the same function checks next, in this order. */
  readonly includes?: readonly Rule<Name, Of['code']>[]
  readonly run: (context: Context, dependencies: Of['dependencies']) => Result
}

/** A check whose context is not known: the documentation and the description read it. */
export type CheckRow<Name extends string = string, Code extends string = ErrorCode> = Check<
  Name,
  never,
  unknown,
  { code: Code; dependencies: never }
> & { readonly phase: Phase }

/** The facts that a check adds to the context. A check without a result adds none. */
type Facts<Result> = Awaited<Result> extends object ? Awaited<Result> : unknown

/** Checks that run one after the other. Each can use the facts of those before it. */
export type CheckSequence<
  In extends object,
  Out extends In,
  Name extends string,
  Of extends Protocol = SignedCalls,
> = {
  readonly rows: readonly CheckRow<Name, Of['code']>[]
  check<N extends string, Result>(
    check: Check<N, Out, Result, Of>,
  ): CheckSequence<In, Out & Facts<Result>, Name | N, Of>
  /** Adds the facts to the context that is passed. Throws the first refusal. */
  run(context: In, dependencies: Of['dependencies']): Promise<Out>
}

/** How the local checks ended. After a refusal, only the facts of the checks before it are there. */
export type LocalResult<In, Out> =
  | { context: Out; refusal: null; passed: number }
  | { context: In & Partial<Out>; refusal: Refusal; passed: number }

/**
 * Checks around the one statement to admit, in the documented order. A local check can use the facts of the local
 * checks before it. The others run after all local checks and add no facts.
 */
export type SplitChecks<In extends object, Out extends In, Name extends string> = {
  readonly rows: readonly CheckRow<Name>[]
  local<N extends string, Result>(
    check: Check<N, Out, Result>,
  ): SplitChecks<In, Out & Facts<Result>, Name | N>
  /** A response ends the checks. */
  admission<N extends string>(
    check: Check<N, Out & WithAdmission, EndpointResponse | null | Promise<EndpointResponse>>,
  ): SplitChecks<In, Out, Name | N>
  /** Null: there is nothing to ask. */
  authorise<N extends string>(
    check: Check<N, Out & WithAdmission, Promise<void> | null>,
  ): SplitChecks<In, Out, Name | N>
  /** Whether the local checks that come before this one have passed. */
  reaches(name: Name, local: LocalResult<In, Out>): boolean
  runLocal(context: In, dependencies: CheckDependencies): Promise<LocalResult<In, Out>>
  /** Evaluates all results in the documented order. Performs the call if every check has passed. */
  decide(
    local: LocalResult<In, Out>,
    admission: Admission,
    dependencies: CheckDependencies,
    perform: (context: Out) => Promise<EndpointResponse>,
  ): Promise<EndpointResponse>
}

const refusedBy = new WeakMap<Error, string>()

/** The rule whose check refused, by its name. Null: every check has passed. */
export const notedCheck = (refusal: Error): string | null => refusedBy.get(refusal) ?? null

/** Several rules of one check refuse with different codes. The error itself is returned. */
const noted = ({ name, refusals, includes = [] }: CheckRow<string, string>, error: unknown): unknown => {
  if (!(error instanceof Error && 'code' in error)) return error
  const rule = [{ name, refusals }, ...includes].find((one) =>
    one.refusals.some((code) => code === error.code),
  )
  if (rule) refusedBy.set(error, rule.name)
  return error
}

/*
 * Here, and only here, the types of contexts are erased. The builders above have proved for each check that the
 * facts it takes were established by the checks before it. A check without a promise is not awaited.
 */
const runCheck = (row: CheckRow<string, string>, context: object, dependencies: unknown): unknown => {
  try {
    const result: unknown = row.run(context as never, dependencies as never)
    if (!(result instanceof Promise)) return result
    return result.catch((error: unknown) => {
      throw noted(row, error)
    })
  } catch (error) {
    throw noted(row, error)
  }
}

const grown = <Out>(context: object): Out => context as Out

const withRow = <Name extends string, N extends string, Code extends string>(
  rows: readonly CheckRow<Name, Code>[],
  row: CheckRow<N, Code>,
): readonly CheckRow<Name | N, Code>[] => [...rows, row]

export const checkSequence = <In extends object, Of extends Protocol = SignedCalls>(
  phase: 'beforeBody' | 'afterBody' | 'signIn',
): CheckSequence<In, In, never, Of> => sequence<In, In, never, Of>(phase, [])

const sequence = <In extends object, Out extends In, Name extends string, Of extends Protocol>(
  phase: Phase,
  rows: readonly CheckRow<Name, Of['code']>[],
): CheckSequence<In, Out, Name, Of> => ({
  rows,
  check: (check) => sequence(phase, withRow(rows, { ...check, phase })),
  async run(context, dependencies) {
    for (const row of rows) {
      const facts = runCheck(row, context, dependencies)
      Object.assign(context, facts instanceof Promise ? await facts : facts)
    }
    return grown<Out>(context)
  },
})

export const splitChecks = <In extends object>(): SplitChecks<In, In, never> => split<In, In, never>([])

const split = <In extends object, Out extends In, Name extends string>(
  rows: readonly CheckRow<Name>[],
): SplitChecks<In, Out, Name> => ({
  rows,
  local: (check) => split(withRow(rows, { ...check, phase: 'local' })),
  admission: (check) => split(withRow(rows, { ...check, phase: 'admission' })),
  authorise: (check) => split(withRow(rows, { ...check, phase: 'authorise' })),
  reaches: (name, { passed }) => passed > rows.findIndex((row) => row.name === name),
  async runLocal(context, dependencies) {
    for (const [index, row] of rows.entries()) {
      if (row.phase !== 'local') continue
      try {
        const facts = runCheck(row, context, dependencies)
        Object.assign(context, facts instanceof Promise ? await facts : facts)
      } catch (error) {
        return { context, refusal: asRefusal(error), passed: index }
      }
    }
    return { context: grown<Out>(context), refusal: null, passed: rows.length }
  },
  async decide(local, admission, dependencies, perform) {
    const context = Object.assign(local.context, { admission, wantsLock: local.refusal === null })
    for (let index = 0; index < local.passed; index++) {
      const row = rows[index] as CheckRow
      if (row.phase === 'local') continue
      const result = runCheck(row, context, dependencies)
      const response = result instanceof Promise ? await result : result
      if (response) return response
    }
    if (local.refusal) throw local.refusal
    return perform(local.context)
  },
})
