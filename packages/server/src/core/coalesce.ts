/**
 * Groups what is concurrent into one statement: a call that comes alone starts at once and waits for
 * nobody; calls that come while `maxInFlight` groups are under way leave together with the next group.
 */
export type Coalescer<Item, Answer> = (item: Item) => Promise<Answer>

type Waiting<Item, Answer> = {
  item: Item
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

export type CoalesceOptions = {
  maxInFlight: number
  maxGroup: number
  /** A bound on what may wait; past it `overflow` is thrown. */
  maxWaiting: number
  overflow(): Error
}

/** `perform` answers in the order of its items, or throws for the whole group. An answer may be an Error. */
export const coalesce = <Item, Answer>(
  perform: (items: Item[]) => Promise<(Answer | Error)[]>,
  options: CoalesceOptions,
): Coalescer<Item, Answer> => {
  const waiting: Waiting<Item, Answer>[] = []
  let inFlight = 0
  let scheduled = false

  const runGroup = async (group: Waiting<Item, Answer>[]) => {
    try {
      const answers = await perform(group.map((entry) => entry.item))
      for (const [index, entry] of group.entries()) {
        const answer = answers[index] as Answer | Error
        if (answer instanceof Error) entry.reject(answer)
        else entry.resolve(answer)
      }
    } catch (error) {
      for (const entry of group) entry.reject(error)
    } finally {
      inFlight--
      flush()
    }
  }

  const flush = () => {
    while (waiting.length > 0 && inFlight < options.maxInFlight) {
      inFlight++
      void runGroup(waiting.splice(0, options.maxGroup))
    }
  }

  return (item) =>
    new Promise<Answer>((resolve, reject) => {
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

const maxKeys = 10_000

/** One coalescer for each key (a tenant): a statement never mixes tenants. */
export const coalesceByKey = <Item, Answer>(
  perform: (key: string, items: Item[]) => Promise<(Answer | Error)[]>,
  options: CoalesceOptions,
): ((key: string, item: Item) => Promise<Answer>) => {
  const byKey = new Map<string, Coalescer<Item, Answer>>()
  return (key, item) => {
    let coalescer = byKey.get(key)
    if (!coalescer) {
      // What is under way holds its own reference; forgetting a coalescer only costs some grouping.
      if (byKey.size >= maxKeys) byKey.clear()
      coalescer = coalesce((items) => perform(key, items), options)
      byKey.set(key, coalescer)
    }
    return coalescer(item)
  }
}
