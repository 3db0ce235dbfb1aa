import { Refusal } from '@nani/foundation/core/index.ts'

export const maxTextCharacters = 10_000

/** A text of an act, which is not empty. */
export const textOf = (text: string, max = maxTextCharacters): string => {
  const trimmed = text.trim()
  if (trimmed === '') throw new Refusal('reason_required')
  if (trimmed.length > max) throw new Refusal('text_too_long', { max })
  return trimmed
}
