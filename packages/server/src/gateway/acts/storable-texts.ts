import { isWithinStructure, Refusal } from '@nani/foundation/core/index.ts'

/** The bodies of acts have few values, and files are texts. */
const bounds = { maxMarks: 20_000, maxDepth: 32 }

/** Whether a body can be parsed and searched in little time and memory, whatever it holds. */
export const isSimpleBody = (json: Uint8Array): boolean => isWithinStructure(json, bounds)

/** PostgreSQL stores no U+0000, and no half of a surrogate pair in JSON. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The path of the first text that the database cannot store, such as `items[3].value`. Null: there is none. */
const unstorable = (value: unknown, path: string, depth = 0): string | null => {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  // A short body is not measured before it is parsed.
  if (depth > bounds.maxDepth) throw new Refusal('value_invalid', 'The body nests too deep.')
  const isList = Array.isArray(value)
  for (const [name, member] of Object.entries(value)) {
    // Also a name can be one: it is that of the object.
    const found = isStorable(name)
      ? unstorable(member, isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`, depth + 1)
      : path
    if (found !== null) return found
  }
  return null
}

/** Refuses a text that the database would refuse: the caller can correct it. */
export const requireStorable = (given: unknown): void => {
  const field = unstorable(given, '')
  if (field === null) return
  throw new Refusal(
    'value_invalid',
    `The field ${field} has a character that cannot be stored: U+0000, or half of a pair of surrogates.`,
    { context: { field } },
  )
}
