import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { canonicalJson } from '@nani/contract'
import type { ArchivedDayName } from './day-files.ts'
import type { WrittenFile } from './sealed-parts.ts'

/** What a manifest says. It names no row, so that it stays when the file is erased, and the chain has no gap. */
export type Manifest = ArchivedDayName & {
  format: 1
  /** The name of the log of a cell. Absent: home. */
  log?: string
  number: number
  /** SHA-256 of the manifest before, in hex. Null: it is the first. */
  previous: string | null
  rows: number
  files: { rows: WrittenFile; keys: WrittenFile }
  archived_at: string
}

export const manifestText = (manifest: Manifest): string => `${canonicalJson(manifest as never)}\n`

export const sha256Of = (text: string): Buffer => createHash('sha256').update(text).digest()

export const writeManifest = async (path: string, text: string): Promise<void> => {
  const handle = await open(path, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
