/** Limits the attempts under way. A slow attempt soon frees its place for a quick one. */
export type AttemptSemaphore = {
  isFree(): boolean
  /** Takes a place. Returns the function that releases it. */
  acquire(): () => void
}

/**
 * At most `recent` attempts that are younger than `recentMs`, and at most `total` of any age. Endpoints that do not
 * respond therefore do not use up the places of endpoints that do.
 */
export const createAttemptSemaphore = (
  maximum: { recent: number; total: number; recentMs: number },
  onFree: () => void,
): AttemptSemaphore => {
  let recent = 0
  let total = 0
  return {
    isFree: () => recent < maximum.recent && total < maximum.total,
    acquire() {
      recent++
      total++
      let isSlow = false
      const timer = setTimeout(() => {
        isSlow = true
        recent--
        onFree()
      }, maximum.recentMs)
      return () => {
        clearTimeout(timer)
        if (!isSlow) recent--
        total--
      }
    },
  }
}
