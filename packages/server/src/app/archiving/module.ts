import { eraseArchived } from '@nani/foundation/archive/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'

/** Deletes archived days that are past their retention. `nani archive run` archives. */
export const archivingModule = defineModule({
  name: 'archiving',
  open: ({ archive }: Pick<Platform, 'archive'>) => ({
    retention: [(ownerPool: pg.Pool, nowMs: number) => eraseArchived(ownerPool, archive.folder, nowMs)],
  }),
})
