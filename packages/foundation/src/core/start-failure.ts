import { describeError } from './describe-error.ts'
import { isForOperators, type Refusal } from './refusal.ts'

/**
 * What a process prints when it could not start. The message of an unexpected error may quote data and is not shown.
 * `nextStep` is the sentence after an error that has a code.
 */
export const startFailure = (
  thrown: unknown,
  nextStep: (error: Refusal) => string = ({ next }) => next,
): string => {
  if (isForOperators(thrown))
    return `Nani could not start: error ${thrown.code}: ${withCause(thrown)}\n${nextStep(thrown)}`
  return `Nani could not start: ${isOfSystem(thrown) ? withCause(thrown) : describeError(thrown)}`
}

const withCause = ({ message, cause }: Error): string =>
  cause === undefined ? message : `${message}\ncaused by ${describeError(cause)}`

/** An error of the operating system, such as EACCES, quotes only a path or an address of this machine. */
const isOfSystem = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && 'syscall' in thrown && 'errno' in thrown && typeof thrown.errno === 'number'
