/** A bound on attempts under way, where one that dawdles stands aside for those that do not. */
export type Slots = {
  free(): boolean
  /** Takes a slot, and answers what gives it back. */
  take(): () => void
}

/**
 * At most `prompt` attempts younger than `promptMs`, and at most `total` of any age: endpoints that hang do not
 * use up what prompt ones need.
 */
export const createSlots = (
  bounds: { prompt: number; total: number; promptMs: number },
  onFree: () => void,
): Slots => {
  let prompt = 0
  let total = 0
  return {
    free: () => prompt < bounds.prompt && total < bounds.total,
    take() {
      prompt++
      total++
      let aside = false
      const timer = setTimeout(() => {
        aside = true
        prompt--
        onFree()
      }, bounds.promptMs)
      return () => {
        clearTimeout(timer)
        if (!aside) prompt--
        total--
      }
    },
  }
}
