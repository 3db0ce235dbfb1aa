/**
 * Runs `work` on every item, at most `concurrency` at a time. Returns the results in the order of the items.
 * After the first failure no further item starts. The promise rejects when the running items have ended, so that
 * none of them still uses the connection or the transaction of the caller.
 */
export const mapWithConcurrency = async <Item, Result>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  const iterator = items[Symbol.iterator]()
  let hasFailed = false
  let count = 0
  const run = async () => {
    while (!hasFailed) {
      const next = iterator.next()
      if (next.done) return
      const index = count++
      try {
        results[index] = await work(next.value, index)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const runs = await Promise.allSettled(Array.from({ length: concurrency }, run))
  for (const one of runs) if (one.status === 'rejected') throw one.reason
  return results
}
