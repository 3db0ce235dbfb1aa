import type Type from 'typebox'
import type { ExampleCall, Examples } from './endpoint-docs.ts'

/**
 * A part of a stored result with its own path, such as the entry behind a hit. The rules of the result apply: only its
 * application can read it, for as long as the result is stored.
 */
export type SubResource<Internal = unknown> = {
  /** Below the path of the result: `/hits/:n`. */
  path: string
  summary: string
  description: string
  parameters: Record<string, { description: string; example: string }>
  schema: Type.TSchema
  /** The part at the parameters of the path, or null. `internalData` is what the service stored with the result. */
  read(
    stored: { result: Record<string, unknown>; internalData: Internal },
    parameters: Readonly<Record<string, string>>,
  ): Record<string, unknown> | null
  /** The examples of the description, from the executed examples of the service. */
  examples(calls: readonly ExampleCall[]): Examples
}
