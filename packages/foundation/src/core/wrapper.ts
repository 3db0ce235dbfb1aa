import { Refusal } from './refusal.ts'

/** The position of the text of `payload` in a wrapper. An escaped text is not yet base64. */
export type PayloadRange = { start: number; end: number; isEscaped: boolean }

/** The maximum of bytes in a wrapper in addition to its payload: a few unknown members, and spaces. */
const maxOtherBytes = 4_096

const quote = 0x22
const backslash = 0x5c
const plainHead = Buffer.from('{"payload":"')
const plainTail = Buffer.from('"}')
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Finds the payload of `{"payload": "<base64>"}` without parsing it (spec/wire#encryption). The rest of the wrapper
 * is short and is parsed: it is valid JSON, or the result is `malformed_body`. Unknown members are ignored. A second
 * `payload` is refused, because two readers could choose different ones.
 */
export const findPayload = (wrapper: Buffer): PayloadRange => findPlain(wrapper) ?? findAmongMembers(wrapper)

/** Exactly what a client writes that adds no blanks; this is the path of almost every call. */
const findPlain = (wrapper: Buffer): PayloadRange | null => {
  const start = plainHead.length
  const end = wrapper.length - plainTail.length
  if (end < start || wrapper.compare(plainHead, 0, start, 0, start) !== 0) return null
  if (wrapper.indexOf(quote, start) !== end || wrapper.indexOf(plainTail, end) !== end) return null
  return wrapper.includes(backslash, start) ? null : { start, end, isEscaped: false }
}

const findAmongMembers = (wrapper: Buffer): PayloadRange => {
  const range = scan(wrapper)
  if (range === null) throw new Refusal('malformed_body')
  const withoutPayload = Buffer.concat([wrapper.subarray(0, range.start), wrapper.subarray(range.end)])
  // The text of the payload is left out, so that a wrapper is one when its payload is an empty text.
  if (parse(withoutPayload)?.payload !== '') throw new Refusal('malformed_body')
  return range
}

/** The one text that belongs to a member `payload` of the outermost object; null when there is not exactly one. */
const scan = (wrapper: Buffer): PayloadRange | null => {
  let found: PayloadRange | null = null
  let depth = 0
  let isPayloadNext = false
  let otherBytes = 0
  for (let at = 0; at < wrapper.length; at++) {
    if (++otherBytes > maxOtherBytes) return null
    const byte = wrapper[at]
    if (byte === quote) {
      const start = at + 1
      const text = textAt(wrapper, start)
      if (text === null) return null
      at = text.end
      if (isPayloadNext && !isName(wrapper, at + 1)) {
        if (found) return null
        found = text
      } else otherBytes += at - start
      isPayloadNext = depth === 1 && isName(wrapper, at + 1) && isPayload(wrapper.subarray(start, at))
    } else if (byte === 0x7b || byte === 0x5b) {
      depth++
      isPayloadNext = false
    } else if (byte === 0x7d || byte === 0x5d) depth--
    else if (byte === 0x2c) isPayloadNext = false
  }
  return found
}

/** The text that begins at `start`, up to the quote that ends it. */
const textAt = (wrapper: Buffer, start: number): PayloadRange | null => {
  let isEscaped = false
  for (let at = start; at < wrapper.length; at++) {
    if (wrapper[at] === quote) return { start, end: at, isEscaped }
    if (wrapper[at] === backslash) {
      isEscaped = true
      at++
    }
  }
  return null
}

const isName = (wrapper: Buffer, at: number): boolean => {
  let next = at
  while (next - at < maxOtherBytes && isBlank(wrapper[next])) next++
  return wrapper[next] === 0x3a
}

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

const isPayload = (name: Buffer): boolean => {
  if (name.length > maxOtherBytes) return false
  try {
    return JSON.parse(`"${utf8.decode(name)}"`) === 'payload'
  } catch {
    return false
  }
}

const parse = (json: Buffer): { payload?: unknown } | null => {
  try {
    const value: unknown = JSON.parse(utf8.decode(json))
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

/** Replaces the escapes of a text by what they stand for, in its place; returns where the text ends then. */
export const unescapeInPlace = (bytes: Buffer, { start, end }: PayloadRange): number => {
  let to = start
  for (let at = start; at < end; at++) {
    let byte = bytes[at] as number
    if (byte === backslash) {
      const kind = bytes[++at]
      if (kind === 0x75) {
        // Base64 is ASCII: an escape of anything else, and one of no number, is refused.
        if (bytes[at + 1] !== 0x30 || bytes[at + 2] !== 0x30) throw new Refusal('malformed_body')
        byte = 16 * digitOf(bytes[at + 3]) + digitOf(bytes[at + 4])
        at += 4
      } else if (kind === 0x2f) byte = 0x2f
      else throw new Refusal('malformed_body')
    }
    bytes[to++] = byte
  }
  return to
}

const digitOf = (byte = 0): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  if (letter >= 0x61 && letter <= 0x66) return letter - 0x57
  throw new Refusal('malformed_body')
}
