import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './callers.ts'
import type { Operation } from './described-operations.ts'
import type { Fault } from './faults.ts'

/** The expected answer of a cell that is an exception. `*` means every fault or both environments. */
export type Exception = {
  operation: string
  fault: string
  environment: Environment | '*'
  answer: string
  reason: string
}

export const exceptions = JSON.parse(
  readFileSync(join(import.meta.dirname, 'exceptions.json'), 'utf8'),
) as Exception[]

export const exceptionOf = (operation: Operation, fault: Fault, environment: Environment) =>
  exceptions.find(
    (exception) =>
      exception.operation === operation.name &&
      ['*', fault.name].includes(exception.fault) &&
      ['*', environment].includes(exception.environment),
  )
