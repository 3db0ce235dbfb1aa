/** Bounds the total memory of bodies and unsent responses, and the part of it that the bodies of one API key use. */
export type BodyBudget = {
  reserve(holder: string, bytes: number): boolean
  /** Counts bytes beyond the bound too. No reservation succeeds until enough is released. */
  charge(holder: string, bytes: number): void
  release(holder: string, bytes: number): void
}

export const bodyBudget = (maxBytes: number, maxBytesOfOne: number): BodyBudget => {
  let heldBytes = 0
  const heldBytesOf = new Map<string, number>()
  const charge = (holder: string, bytes: number) => {
    heldBytes += bytes
    heldBytesOf.set(holder, (heldBytesOf.get(holder) ?? 0) + bytes)
  }
  return {
    charge,
    reserve(holder, bytes) {
      const held = heldBytesOf.get(holder) ?? 0
      if (heldBytes + bytes > maxBytes || held + bytes > maxBytesOfOne) return false
      charge(holder, bytes)
      return true
    },
    release(holder, bytes) {
      const held = (heldBytesOf.get(holder) ?? 0) - bytes
      heldBytes -= bytes
      if (held > 0) heldBytesOf.set(holder, held)
      else heldBytesOf.delete(holder)
    },
  }
}
