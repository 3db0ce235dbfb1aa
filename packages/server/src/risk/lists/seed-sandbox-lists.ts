import { join } from 'node:path'
import { findList, isListRefusal, type ListId } from '@nani/engines/list-formats/index.ts'
import type { Actor, Clock } from '@nani/foundation/core/index.ts'
import type pg from 'pg'
import { fileSource } from './file-source.ts'
import { hashOf } from './store/hash-files.ts'
import { importList } from './store/import-list.ts'
import { currentVersions } from './store/versions.ts'

const seeding: Actor = { kind: 'system', task: 'sandbox lists' }

const directory = join(import.meta.dirname, 'sandbox')

/** The lists that Nani includes. Each file is a version of the list that its name gives. */
export const sandboxFiles = [
  'un.xml',
  'us_sdn.xml',
  'pep.ndjson',
  'national_pep.csv',
  'watchlist.csv',
  'adverse_media.csv',
  'fatf.json',
] as const

/**
 * Imports the included lists with the importers of the official ones, for sandbox screenings only. It runs at every
 * start. A list that is already imported costs one statement. `refused` is logged and does not stop the start.
 */
export const seedSandboxLists = async (dependencies: {
  pool: pg.Pool
  clock: Clock
}): Promise<{ refused: string[] }> => {
  const present = new Set(
    (await currentVersions(dependencies.pool)).flatMap(({ audience, sha256 }) =>
      audience === 'sandbox' ? [sha256] : [],
    ),
  )
  const refused: string[] = []
  for (const name of sandboxFiles) {
    const file = fileSource(join(directory, name))
    if (present.has(await hashOf([file]))) continue
    const list = findList(name.split('.', 1).join(''))?.id as ListId
    const request = { list, audience: 'sandbox', files: [file], format: null, acceptDrop: true } as const
    try {
      await importList(seeding, { ...request, source: 'Nani', etag: null, sourceDate: null }, dependencies)
    } catch (error) {
      if (!isListRefusal(error)) throw error
      refused.push(`${name}: ${error.message}`)
    }
  }
  return { refused }
}
