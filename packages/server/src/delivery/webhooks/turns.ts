import { isProven, type Lane } from './lane.ts'

/** Lanes that wait for their turn, each once, in the order in which they came. */
export type Turns = {
  add(lane: Lane): void
  /** The next lane of those that may go now; proven ones come first. */
  next(may: { proven: boolean; unproven: boolean }): Lane | undefined
}

export const createTurns = (): Turns => {
  const proven = new Set<Lane>()
  const unproven = new Set<Lane>()
  const first = (lanes: Set<Lane>): Lane | undefined => {
    const lane = lanes.values().next().value
    if (lane) lanes.delete(lane)
    return lane
  }
  return {
    add(lane) {
      const [own, other] = isProven(lane) ? [proven, unproven] : [unproven, proven]
      other.delete(lane)
      own.add(lane)
    },
    next: (may) => (may.proven ? first(proven) : undefined) ?? (may.unproven ? first(unproven) : undefined),
  }
}
