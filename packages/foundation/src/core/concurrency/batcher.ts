import { Refusal } from '../refusal.ts'

/**
 * Groups concurrent calls into one statement. A call that comes alone starts at once. Calls that come while
 * `maxInFlight` groups run leave together with the next group.
 */
export type Batcher<Item, Result> = (item: Item) => Promise<Result>

type Waiting<Item, Result> = {
  item: Item
  resolve(result: Result): void
  reject(reason: unknown): void
}

export type BatcherOptions = {
  maxInFlight: number
  maxGroup: number
  /** The maximum of waiting calls. `overflow` makes the error of a call beyond it. */
  maxWaiting: number
  overflow(): Error
  /** After a large group the next one waits this long for more calls. Absent: it does not wait. */
  gatheringMs?: number
}

/** Few callers never wait. */
const largeGroup = 4

/** A call in a larger group needs less processor time, in the server and in the database. */
export const gatheringMs = 2

/** `perform` returns the results in the order of its items, or throws for the whole group. A result may be an Error. */
export const createBatcher = <Item, Result>(
  perform: (items: Item[]) => Promise<(Result | Error)[]>,
  options: BatcherOptions,
): Batcher<Item, Result> => {
  const waiting: Waiting<Item, Result>[] = []
  let inFlight = 0
  let scheduled = false

  const runGroup = async (group: Waiting<Item, Result>[]) => {
    try {
      const results = await perform(group.map((entry) => entry.item))
      for (const [index, entry] of group.entries()) {
        const result = results[index] as Result | Error
        if (result instanceof Error) entry.reject(result)
        else entry.resolve(result)
      }
    } catch (error) {
      for (const entry of group) entry.reject(error)
    } finally {
      const { gatheringMs = 0, maxGroup } = options
      if (gatheringMs === 0 || group.length < largeGroup || waiting.length >= maxGroup) leave()
      else setTimeout(leave, gatheringMs)
    }
  }

  const leave = () => {
    inFlight--
    flush()
  }

  const flush = () => {
    while (waiting.length > 0 && inFlight < options.maxInFlight) {
      inFlight++
      void runGroup(waiting.splice(0, options.maxGroup))
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      if (waiting.length >= options.maxWaiting) {
        reject(options.overflow())
        return
      }
      waiting.push({ item, resolve, reject })
      // One turn of the event loop lets the calls of the same read from the sockets leave together.
      if (!scheduled) {
        scheduled = true
        setImmediate(() => {
          scheduled = false
          flush()
        })
      }
    })
}

/** For statements of calls: one at a time, so that the calls that wait for it leave together. */
export const statementGroups: BatcherOptions = {
  maxInFlight: 1,
  maxGroup: 64,
  maxWaiting: 5_000,
  gatheringMs,
  overflow: () => new Refusal('overloaded', { retry_after: 1 }),
}

/** Those that arrive at the same time leave together. None waits for more of them. */
export const promptGroups: BatcherOptions = {
  maxInFlight: 2,
  maxGroup: 100,
  maxWaiting: 5_000,
  overflow: () => new Refusal('overloaded', { retry_after: 1 }),
}

const maxKeys = 10_000

/** One batcher for each key (a tenant): a statement never mixes tenants. */
export const createKeyedBatcher = <Item, Result>(
  perform: (key: string, items: Item[]) => Promise<(Result | Error)[]>,
  options: BatcherOptions,
): ((key: string, item: Item) => Promise<Result>) => {
  const byKey = new Map<string, Batcher<Item, Result>>()
  return (key, item) => {
    let batcher = byKey.get(key)
    if (!batcher) {
      // Calls in flight hold their own reference. Without its batcher a key only loses some grouping.
      if (byKey.size >= maxKeys) byKey.clear()
      batcher = createBatcher((items) => perform(key, items), options)
      byKey.set(key, batcher)
    }
    return batcher(item)
  }
}

const sharedReadOptions: BatcherOptions = {
  maxInFlight: 1,
  maxGroup: 1_000,
  maxWaiting: 10_000,
  overflow: () => new Refusal('overloaded', { retry_after: 1 }),
}

/**
 * A read with one value for all callers. Callers share a read that starts after their call, never an earlier one. The read gets what
 * its last caller passed.
 */
export const createSharedRead = <Value, Input = void>(
  read: (last: Input) => Promise<Value>,
): ((input: Input) => Promise<Value>) =>
  createBatcher<Input, Value>(async (inputs) => {
    const value = await read(inputs.at(-1) as Input)
    return inputs.map(() => value)
  }, sharedReadOptions)
