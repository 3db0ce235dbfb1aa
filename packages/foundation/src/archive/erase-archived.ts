import { rm } from 'node:fs/promises'
import type pg from 'pg'
import { dayMs, dayOf } from '../storage/index.ts'
import { forgetSalt, readArchivedDays } from './archived-days.ts'
import { archivedTables } from './archived-tables.ts'
import { type ArchivedDayName, dayFiles } from './day-files.ts'

export const isPastRetention = ({ table, day }: ArchivedDayName, nowMs: number): boolean =>
  day < dayOf(nowMs - archivedTables[table].keptDays * dayMs)

/**
 * Deletes the files of days that are past their retention, and the salts with which copies of them would open. The
 * manifests stay, so that the chain has no gap. A run that ends in between is repeated by the next one.
 */
export const eraseArchived = async (ownerPool: pg.Pool, folder: string, nowMs: number): Promise<void> => {
  for (const { table, day, salt, number } of await readArchivedDays(ownerPool)) {
    if (salt === null || !isPastRetention({ table, day }, nowMs)) continue
    const { rows, keys } = dayFiles(folder, { table, day })
    for (const file of [rows, keys]) await rm(file, { force: true })
    await forgetSalt(ownerPool, number)
  }
}
