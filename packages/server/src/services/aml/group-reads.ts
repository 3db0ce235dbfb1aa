import { coalesce, Refusal } from '../../core/index.ts'

const bounds = {
  maxInFlight: 1,
  maxGroup: 1_000,
  maxWaiting: 10_000,
  overflow: () => new Refusal('overloaded', { retry_after: 1 }),
}

/** A read whose answer is the same for all: who asks together shares it, and nobody is given one from before. */
export const groupReads = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  const ask = coalesce<null, Value>(async (asking) => {
    const value = await read()
    return asking.map(() => value)
  }, bounds)
  return () => ask(null)
}
