/** Sealed values travel as one binary parameter, each found by its place: nothing is encoded as text. */
export const joinBytes = () => {
  const parts: Uint8Array[] = []
  let length = 0
  return {
    /** Takes bytes in, and returns their place as SQL counts, from 1. */
    add(part: Uint8Array): number {
      const from = length + 1
      parts.push(part)
      length += part.length
      return from
    },
    joined: () => Buffer.concat(parts, length),
  }
}
export type JoinedBytes = ReturnType<typeof joinBytes>
