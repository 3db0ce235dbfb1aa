import Type from 'typebox'
import type { ListVersion } from './list-reader.ts'

const textOrNull = Type.Union([Type.String(), Type.Null()])

/** A version of a list, as the desk returns it. */
export const listVersion = Type.Object({
  object: Type.Literal('list_version'),
  id: Type.Integer(),
  list: Type.String(),
  version: Type.String(),
  source_date: textOrNull,
  source: Type.String(),
  sha256: Type.String(),
  fetched_at: Type.String({ format: 'date-time' }),
  confirmed_at: Type.String({ format: 'date-time' }),
  ...{ entries: Type.Integer(), added: Type.Integer(), changed: Type.Integer(), removed: Type.Integer() },
})

export const versionObject = (version: ListVersion): Type.Static<typeof listVersion> => ({
  ...{ object: 'list_version', id: version.versionId, list: version.list, version: version.label },
  ...{ source_date: version.sourceDate, source: version.source, sha256: version.sha256 },
  fetched_at: version.fetchedAt.toISOString(),
  confirmed_at: version.confirmedAt.toISOString(),
  ...{ entries: version.entries, added: version.added, changed: version.changed, removed: version.removed },
})
