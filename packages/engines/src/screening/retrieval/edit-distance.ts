/** Maximum number of letters that are compared. Few words are longer. */
export const maxComparedLength = 32

/**
 * Counts the edits between one pattern and many texts. An edit is a changed, missing or added letter, or an exchange
 * of two neighbours. One machine word holds a whole column of the table (Hyyrö 2003, restricted transpositions).
 */
export class EditDistance {
  readonly #positions = new Int32Array(256)
  #pattern: ArrayLike<number> = []
  #length = 0

  setPattern(pattern: ArrayLike<number>, length: number): void {
    for (let at = 0; at < this.#length; at++) this.#positions[this.#pattern[at]! & 0xff] = 0
    this.#pattern = pattern
    this.#length = Math.min(length, maxComparedLength)
    for (let at = 0; at < this.#length; at++) this.#positions[pattern[at]! & 0xff]! |= 1 << at
  }

  /** Returns the distance to `bytes[start … end]`. */
  to(bytes: Uint8Array, start: number, end: number): number {
    const last = Math.min(end, start + maxComparedLength)
    if (this.#length === 0) return last - start
    const top = 1 << (this.#length - 1)
    let distance = this.#length
    let up = -1
    let down = 0
    let diagonal = 0
    let before = 0
    for (let at = start; at < last; at++) {
      const here = this.#positions[bytes[at]!]!
      const exchanged = ((~diagonal & here) << 1) & before
      diagonal = ((((here & up) + up) | 0) ^ up) | here | down | exchanged
      let right = down | ~(diagonal | up)
      let left = diagonal & up
      if ((right & top) !== 0) distance++
      else if ((left & top) !== 0) distance--
      right = (right << 1) | 1
      left <<= 1
      up = left | ~(diagonal | right)
      down = diagonal & right
      before = here
    }
    return distance
  }
}
