/** FNV-1a, 32 bits, over the bytes of the text in UTF-8. */
const fnv1a = (text: string): number => {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** The final mix of MurmurHash3, 32 bits. */
const finalMix = (value: number): number => {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

export const hashOfText = (text: string): number => finalMix(fnv1a(text))

/**
 * Divides the rows of a file by the hash of `name:row`: 3 of 10 rows are for the test. The rows of the test part follow
 * from the name alone, so that any program finds the same ones.
 */
export const splitRows = (name: string, rows: number): { train: Uint32Array; test: Uint32Array } => {
  const train: number[] = []
  const test: number[] = []
  for (let row = 0; row < rows; row++) (hashOfText(`${name}:${row}`) % 10 < 3 ? test : train).push(row)
  return { train: Uint32Array.from(train), test: Uint32Array.from(test) }
}
