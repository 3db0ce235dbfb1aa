import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Archive, openArchive } from '@nani/foundation/archive/index.ts'
import type pg from 'pg'

/** An archive without files, in a folder of its own. */
export const emptyArchive = (pool: pg.Pool, rootKey: Buffer = Buffer.alloc(32)): Archive =>
  openArchive({ pool, rootKey, folder: join(tmpdir(), `nani-archive-${randomUUID()}`) })
