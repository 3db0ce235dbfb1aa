/** One record of an import file before it is checked: its value, or why it cannot be read at all. */
export type SourceRecord = {
  /** Where it begins; lines count from 1. */
  line: number
  bytes: number
  value?: unknown
  reason?: string
  /** As it stands in the file, for the reject file. */
  raw: string
}

/** The file cannot be read past this line: its structure is broken, or its header is not ours. */
export class ImportFileError extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`)
    this.name = 'ImportFileError'
    this.line = line
  }
}
