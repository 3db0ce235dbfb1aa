import type { Clock } from './clock.ts'
import { crockfordDigits as alphabet } from './crockford.ts'
import type { Random } from './random.ts'

const timeLength = 10
const randomLength = 16
// A step draws 70 random bits. The next id can therefore not be guessed from an id.
const stepLength = 14
// A clock set back by less is waited out, so that order holds; set back by more it is right, and we were wrong.
const setBackMs = 1_000

/** Makes the object ids of spec/conventions#object-ids: a prefix, 48 bits of time and 80 random bits. */
export type IdSource = (prefix: string) => string

/**
 * Ids carry the day whose partition holds their row. Those of one source sort in the order in which they were
 * made, whatever their prefix: the first of a millisecond is drawn whole, a later one is the one before it
 * plus a random step of 70 bits.
 */
export const idSource = (clock: Clock, random: Random): IdSource => {
  const tail = new Uint8Array(randomLength)
  let atMs = Number.NEGATIVE_INFINITY
  let timePart = ''

  const moveTo = (ms: number) => {
    atMs = ms
    timePart = timeText(ms)
    for (const [index, byte] of random.bytes(randomLength).entries()) tail[index] = byte & 31
    // The lower half leaves room for steps: on average a thousand of them.
    tail[0] = (tail[0] as number) & 15
  }

  return (prefix) => {
    const nowMs = clock.now()
    const sameMoment = nowMs <= atMs && atMs - nowMs < setBackMs
    // A millisecond that is used up borrows from the next.
    if (!sameMoment) moveTo(nowMs)
    else if (!step(tail, random.bytes(stepLength))) moveTo(atMs + 1)
    let text = `${prefix}_${timePart}`
    for (const digit of tail) text += alphabet[digit]
    return text
  }
}

const timeText = (ms: number): string => {
  let text = ''
  let rest = ms
  for (let index = 0; index < timeLength; index++) {
    text = alphabet[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Adds one more than `amount` (digits in its bytes); false when the digits have run over. */
const step = (digits: Uint8Array, amount: Uint8Array): boolean => {
  let carry = 1
  for (let index = digits.length - 1; index >= 0; index--) {
    const drawn = amount[index - (digits.length - amount.length)] ?? 0
    const sum = (digits[index] as number) + (drawn & 31) + carry
    digits[index] = sum & 31
    carry = sum >> 5
  }
  return carry === 0
}

/** An id of the same form from 26 bytes, one for each digit. It contains no time. */
export const derivedId = (prefix: string, bytes: Uint8Array): string =>
  `${prefix}_${Array.from(bytes.subarray(0, timeLength + randomLength), (byte) => alphabet[byte & 31]).join('')}`

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
