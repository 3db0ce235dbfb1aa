const lengthBytes = 2

/** The entries of a bundle (C2SP tlog-tiles): each after its length as two bytes. */
export const encodeBundle = (entries: readonly Uint8Array[]): Buffer =>
  Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(lengthBytes)
      length.writeUInt16BE(entry.length)
      return [length, entry]
    }),
  )

/** The entries of a bundle. It throws for bytes that are not a bundle. */
export const decodeBundle = (bytes: Uint8Array): Buffer[] => {
  const bundle = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: Buffer[] = []
  let offset = 0
  while (offset < bundle.length) {
    const start = offset + lengthBytes
    const end = start <= bundle.length ? start + bundle.readUInt16BE(offset) : Number.POSITIVE_INFINITY
    if (end > bundle.length) throw new Error('The entry bundle ends within an entry.')
    entries.push(bundle.subarray(start, end))
    offset = end
  }
  return entries
}
