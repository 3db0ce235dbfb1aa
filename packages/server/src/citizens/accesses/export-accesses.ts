import { accessFileQuery } from '@nani/contract'
import { type Actor, rfc3339 } from '@nani/foundation/core/index.ts'
import type { Static } from 'typebox'
import {
  defineReading,
  fileResult,
  fileWithinMs,
  type ReadingContext,
  requireAllRead,
} from '../../gateway/acts/index.ts'
import type { AccessExport } from './access-export.ts'
import { type AccessQuery, readFilter } from './access-filter.ts'
import { readLanguage } from './access-words.ts'
import { accessesCsv } from './accesses-csv.ts'
import { accessesOfAll } from './accesses-of-all.ts'
import type { AccessDependencies } from './dependencies.ts'
import { citizenKeyOf, entryOf } from './list-accesses.ts'

/** The maximum of entries in one file, by its form. A page of a PDF costs more than a line of text. */
export const maxExported = { csv: 5_000, pdf: 1_000 } as const

/** The newest entries of the filter, of all databases or none. `cursor` and `limit` have no effect. */
export const readExport = async (
  actor: Actor,
  { query, form }: { query: AccessQuery; form: keyof typeof maxExported },
  needs: AccessDependencies,
): Promise<AccessExport> => {
  const key = citizenKeyOf(actor, needs)
  const nowMs = needs.clock.now()
  const limit = maxExported[form]
  const filter = readFilter(query, nowMs)
  const reading = { key, filter, after: null, limit: limit + 1 }
  const { rows, unread } = await accessesOfAll(needs, reading, fileWithinMs)
  requireAllRead(unread)
  return {
    entries: rows.slice(0, limit).map((row) => entryOf(row, needs)),
    isComplete: rows.length <= limit,
    madeAt: rfc3339(nowMs),
  }
}

type Context = ReadingContext<Static<typeof accessFileQuery>, AccessDependencies>

export const exportAsCsv = defineReading({
  name: 'accesses.export_csv',
  sentence: { en: 'Exports the own access log as a table', fr: 'Exporte son journal des accès en tableau' },
  actors: { citizen: true },
  input: accessFileQuery,
  output: fileResult,
  refusals: ['invalid_request', 'busy', 'history_incomplete'],
  routes: { citizen: 'GET /accesses.csv' },
  read: ({ actor, input: { lang, ...query }, needs }: Context) =>
    needs.inTurn(async () => {
      const exported = await readExport(actor, { query, form: 'csv' }, needs)
      return {
        file_name: 'nani-accesses.csv',
        content_type: 'text/csv; charset=utf-8',
        content: Buffer.from(accessesCsv(exported, readLanguage(lang))),
      }
    }),
})

export const exportAsPdf = defineReading({
  name: 'accesses.export_pdf',
  sentence: {
    en: 'Exports the own access log as a document',
    fr: 'Exporte son journal des accès en document',
  },
  actors: { citizen: true },
  input: accessFileQuery,
  output: fileResult,
  refusals: ['invalid_request', 'busy', 'history_incomplete'],
  routes: { citizen: 'GET /accesses.pdf' },
  read: ({ actor, input: { lang, ...query }, needs }: Context) =>
    needs.inTurn(async () => {
      const exported = await readExport(actor, { query, form: 'pdf' }, needs)
      // Only a citizen who asks for a PDF loads its library, because every process imports this module.
      const { accessesPdf } = await import('./accesses-pdf.ts')
      return {
        file_name: 'nani-accesses.pdf',
        content_type: 'application/pdf',
        content: await accessesPdf(exported, readLanguage(lang)),
      }
    }),
})
