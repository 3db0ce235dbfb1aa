import { oneTimeCode } from '../../examples/first-production-call/one-time-code.ts'

export { oneTimeCode }

const stepMs = 30_000

/** The code of the next step, which a server accepts for a clock that is ahead. The code of this step may be used. */
export const nextCode = (secret: string): string => oneTimeCode(secret, Date.now() + stepMs)
