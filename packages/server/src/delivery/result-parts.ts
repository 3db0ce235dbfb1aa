import type Type from 'typebox'
import type { Examples } from './about.ts'
import type { RehearsedCall } from './rehearse.ts'

/**
 * A part of a stored result with an address of its own, such as the entry behind a hit. It is told by the words of
 * the result it belongs to: to the application of that result, as long as the result is kept.
 */
export type ResultPart = {
  /** Below the address of the result: `/hits/:n`. */
  path: string
  summary: string
  description: string
  parameters: Record<string, { description: string; example: string }>
  schema: Type.TSchema
  /** What stands there, by the parameters of the path; null where there is nothing. `kept` is what the service kept. */
  read(
    stored: { result: Record<string, unknown>; kept: unknown },
    parameters: Readonly<Record<string, string>>,
  ): unknown
  /** What the description shows, from the calls that it plays. */
  examples(calls: readonly RehearsedCall[]): Examples
}
