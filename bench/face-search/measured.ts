/** The percentiles of the durations of searches, as text. */
export const percentiles = (ms: readonly number[]): string => {
  const rising = ms.toSorted((a, b) => a - b)
  const at = (share: number) =>
    rising[Math.min(rising.length - 1, Math.floor(share * rising.length))]!.toFixed(1)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`
}

/** The duration of work, by the clock and by the processor in all threads. */
export const timed = async <T>(
  work: () => T | Promise<T>,
): Promise<{ done: T; ms: number; cpuMs: number }> => {
  const startedMs = performance.now()
  const before = process.cpuUsage()
  const done = await work()
  const { user, system } = process.cpuUsage(before)
  return { done, ms: performance.now() - startedMs, cpuMs: (user + system) / 1_000 }
}

export const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
