import { Refusal } from './refusal.ts'

/** How much structure a JSON text may have: its marks `{ [ , :` outside of texts, and how deep they nest. */
export type StructureBounds = { maxMarks: number; maxDepth: number }

/** A text this short is harmless whatever it holds. It is the text of almost every call. */
const shortBytes = 4_096

/**
 * Whether a JSON text is within the bounds, without parsing it. Each mark can become a value of 50 bytes and more. A
 * text of many marks therefore needs far more time and memory than its length suggests. A text that is not JSON may
 * pass, because the parser refuses it.
 */
export const isWithinStructure = (json: Uint8Array, { maxMarks, maxDepth }: StructureBounds): boolean => {
  if (json.length <= shortBytes) return true
  let marks = 0
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case 0x22:
        at = endOfText(json, at + 1)
        break
      case 0x7b:
      case 0x5b:
        if (++depth > maxDepth || ++marks > maxMarks) return false
        break
      case 0x7d:
      case 0x5d:
        depth--
        break
      case 0x2c:
      case 0x3a:
        if (++marks > maxMarks) return false
    }
  }
  return true
}

const endOfText = (json: Uint8Array, start: number): number => {
  for (let at = start; at < json.length; at++) {
    if (json[at] === 0x22) return at
    if (json[at] === 0x5c) at++
  }
  return json.length
}

/** The part of a JSON schema that limits the size of a value. */
type Schema = {
  type?: unknown
  anyOf?: Schema[]
  items?: Schema
  maxItems?: number
  properties?: Record<string, Schema>
}

const maxItemsOfUnbounded = 64

/** The marks of the largest value that a schema describes. */
export const marksOf = (schema: Schema): number => {
  if (schema.anyOf) return Math.max(...schema.anyOf.map(marksOf))
  if (schema.items) return 1 + (schema.maxItems ?? maxItemsOfUnbounded) * (1 + marksOf(schema.items))
  const members = Object.values(schema.properties ?? {})
  return members.length === 0 ? 0 : 1 + members.reduce((marks, member) => marks + 2 + marksOf(member), 0)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A JSON object within bounds; anything else is `malformed_body` (spec/errors#codes-of-the-request). */
export const parseBounded = (json: Uint8Array, bounds: StructureBounds): Record<string, unknown> => {
  if (!isWithinStructure(json, bounds)) throw new Refusal('malformed_body', { reason: tooMuch(bounds) })
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(json))
  } catch {
    throw new Refusal('malformed_body')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Refusal('malformed_body')
  return value as Record<string, unknown>
}

const tooMuch = ({ maxMarks, maxDepth }: StructureBounds) =>
  `The request contains more than ${maxMarks} marks of JSON structure ({ [ , :) or nests deeper than ${maxDepth}. Send fewer fields.`
