/** `fault`: why the cell cannot be used. `silent`: it did not answer. */
export type Look = { result: 'usable' } | { result: 'fault' | 'silent'; why: string }

/**
 * Whether a cell is away, by what its process saw. One look without an answer says nothing: the machine may have been busy for a moment. Two in
 * a row do. A cell that says itself why it cannot be used is away at once.
 */
export const createLooks = () => {
  let isAway = true
  let isFirst = true
  let wasSilent = false
  return {
    isAway: () => isAway,
    /** Returns what changed, for the log. */
    note(look: Look): { away: boolean; why: string | null } | null {
      const why = look.result === 'usable' ? null : look.why
      const isMissedOnce = look.result === 'silent' && !wasSilent && !isAway
      wasSilent = look.result === 'silent'
      if (isMissedOnce) return null
      const [before, wasFirst] = [isAway, isFirst]
      isAway = why !== null
      isFirst = false
      return isAway !== before || (isAway && wasFirst) ? { away: isAway, why } : null
    },
  }
}
