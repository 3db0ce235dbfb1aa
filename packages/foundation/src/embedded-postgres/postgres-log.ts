import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const maxBytes = 8 << 20
const maxRecent = 20

/** The lines of PostgreSQL. They are in a file, so that the output of Nani contains its own lines only. */
export type PostgresLog = {
  file: string
  write(line: string): void
  /** The last lines, to be shown when something fails. */
  recent(): readonly string[]
  close(): void
}

/**
 * The log file in the data directory, and one earlier file when it is full. A disk without room loses lines, because
 * PostgreSQL itself reports that to callers.
 */
export const openPostgresLog = (dataDir: string): PostgresLog => {
  const file = join(dataDir, 'postgres.log')
  const lines: string[] = []
  let descriptor = openSync(file, 'a', 0o600)
  let bytes = fstatSync(descriptor).size
  let closed = false

  const rotate = () => {
    closeSync(descriptor)
    renameSync(file, `${file}.1`)
    descriptor = openSync(file, 'a', 0o600)
    bytes = 0
  }
  const append = (line: string) => {
    if (bytes > maxBytes) rotate()
    bytes += writeSync(descriptor, `${line}\n`)
  }

  return {
    file,
    write(line) {
      lines.push(line)
      if (lines.length > maxRecent) lines.shift()
      try {
        if (!closed) append(line)
      } catch {
        // See above.
      }
    },
    recent: () => lines,
    close() {
      if (!closed) closeSync(descriptor)
      closed = true
    },
  }
}
