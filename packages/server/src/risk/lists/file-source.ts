import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { SourceFile } from '@nani/engines/list-formats/index.ts'

const chunkBytes = 256 * 1024

/** A file on disk. Each reading starts at its beginning. */
export const fileSource = (path: string, name = basename(path)): SourceFile => ({
  name,
  open: () => createReadStream(path, { highWaterMark: chunkBytes }),
})
