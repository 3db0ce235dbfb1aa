import { Refusal, type RefusalCode } from '@nani/foundation/core/index.ts'

/** The codes of a version that is not imported. The version in use does not change. */
const codes: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'list_unreadable',
  'list_older',
  'list_dropped',
  'list_empty',
  'list_too_large',
  'list_unknown_format',
])

export const isListRefusal = (thrown: unknown): thrown is Refusal =>
  thrown instanceof Refusal && codes.has(thrown.code)
