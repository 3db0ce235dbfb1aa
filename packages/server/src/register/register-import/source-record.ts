import { Refusal } from '@nani/foundation/core/index.ts'

/** One record of an import file before it is checked: its value, or the reason why it cannot be read. */
export type SourceRecord = {
  /** Its first line. Line numbers begin at 1. */
  line: number
  bytes: number
  value?: unknown
  reason?: string
  /** The original text, for the file of refused records. */
  raw: string
}

/** The file cannot be read beyond this line: its structure or its header is invalid. */
export const fileUnusable = (line: number, message: string): Refusal =>
  new Refusal('register_file_unusable', `line ${line}: ${message}`, { context: { line } })
