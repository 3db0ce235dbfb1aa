import { createHash } from 'node:crypto'

/** A UUID (version 8) derived from the content, so that the same content is stored once. */
export const fileIdOf = (name: string | Uint8Array): string => {
  const hash = createHash('sha256').update(name).digest()
  hash[6] = ((hash[6] as number) & 0x0f) | 0x80
  hash[8] = ((hash[8] as number) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}
