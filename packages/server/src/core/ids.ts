import type { Clock } from './clock.ts'
import type { Random } from './random.ts'

// Crockford's base 32: no I, L, O, U, so that an id survives being read aloud.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeLength = 10
const randomLength = 16

/** Makes the object ids of spec 1 § Conventions: prefix, then 48 bits of time and 80 random bits. */
export type IdSource = (prefix: string) => string

/** Ids sort by time within a prefix, and carry the day whose partition holds their row. */
export const idSource =
  (clock: Clock, random: Random): IdSource =>
  (prefix) => {
    let timePart = ''
    let rest = clock.now()
    for (let index = 0; index < timeLength; index++) {
      timePart = alphabet[rest % 32] + timePart
      rest = Math.floor(rest / 32)
    }
    let randomPart = ''
    for (const byte of random.bytes(randomLength)) randomPart += alphabet[byte & 31]
    return `${prefix}_${timePart}${randomPart}`
  }

/** When an id was made (epoch ms), or null when it is not one of ours: no query is needed to refuse it. */
export const idTime = (prefix: string, id: string): number | null => {
  if (!id.startsWith(`${prefix}_`)) return null
  const body = id.slice(prefix.length + 1)
  if (body.length !== timeLength + randomLength) return null
  let time = 0
  for (let index = 0; index < body.length; index++) {
    const value = alphabet.indexOf(body[index] as string)
    if (value < 0) return null
    if (index < timeLength) time = time * 32 + value
  }
  return time < 8.64e15 ? time : null
}
