import type { Audience, ListId } from '@nani/engines/list-formats/index.ts'
import { sourceText } from '@nani/engines/list-formats/testing/source-text.ts'
import type pg from 'pg'
import { type ImportReport, type ImportRequest, importList } from '../store/import-list.ts'

export const clock = { now: () => Date.parse('2026-01-20T12:00:00Z') }

/** Imports files from texts of the test. */
export const importText = (
  pool: pg.Pool,
  list: ListId,
  texts: string | readonly string[],
  more: Partial<ImportRequest> & { audience?: Audience } = {},
): Promise<ImportReport> =>
  importList(
    { kind: 'system', task: 'test' },
    {
      list,
      audience: 'everyone',
      files: [texts].flat().map((text, index) => sourceText(text, `file ${index}`, 4_096)),
      format: null,
      acceptDrop: false,
      source: 'test',
      etag: null,
      sourceDate: null,
      ...more,
    },
    { pool, clock },
  )

/** A UN list of people, each with a name. The text after a bar is a comment. */
export const unText = (people: Record<string, string>, day = '2025-01-01'): string =>
  `<CONSOLIDATED_LIST dateGenerated="${day}T00:00:00Z"><INDIVIDUALS>${Object.entries(people)
    .map(([reference, written]) => {
      const [name, comment = ''] = written.split('|')
      return `<INDIVIDUAL><FIRST_NAME>${name}</FIRST_NAME><REFERENCE_NUMBER>${reference}</REFERENCE_NUMBER><COMMENTS1>${comment}</COMMENTS1></INDIVIDUAL>`
    })
    .join('')}</INDIVIDUALS></CONSOLIDATED_LIST>`
