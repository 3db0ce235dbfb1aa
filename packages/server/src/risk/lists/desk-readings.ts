import { lists } from '@nani/engines/list-formats/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { type ActNeeds, actsWithNeeds } from '../../gateway/acts/index.ts'
import { freshnessOf } from './freshness.ts'
import { readScreeningSettings } from './screening-settings.ts'
import { currentVersions, listVersions } from './store/versions.ts'

const { reading } = actsWithNeeds<ActNeeds>()
const readers = { operator: ['list_manager', 'supervisor', 'auditor'] } as const
const closed = { additionalProperties: false }
const textOrNull = Type.Union([Type.String(), Type.Null()])
const maxListed = 100

const listVersion = Type.Object({
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

type Version = Awaited<ReturnType<typeof currentVersions>>[number]

const versionObject = (version: Version): Type.Static<typeof listVersion> => ({
  ...{ object: 'list_version', id: version.versionId, list: version.list, version: version.label },
  ...{ source_date: version.sourceDate, source: version.source, sha256: version.sha256 },
  fetched_at: version.fetchedAt.toISOString(),
  confirmed_at: version.confirmedAt.toISOString(),
  ...{ entries: version.entries, added: version.added, changed: version.changed, removed: version.removed },
})

const readLists = reading({
  name: 'lists.read_status',
  sentence: { en: 'Lists the screening lists', fr: 'Liste les listes de filtrage' },
  actors: readers,
  routes: { operator: 'GET /lists' },
  input: Type.Object({}, closed),
  output: Type.Object({
    object: Type.Literal('list'),
    /** The lowest match score of a hit. */
    threshold: Type.Number(),
    data: Type.Array(
      Type.Object({
        object: Type.Literal('screening_list'),
        id: Type.String(),
        name: Type.String(),
        category: Type.String(),
        /** Loaded, and older than its maximum age. */
        is_stale: Type.Boolean(),
        /** Null: it was never loaded. */
        version: Type.Union([listVersion, Type.Null()]),
      }),
    ),
  }),
  async read({ pool, nowMs }) {
    const { threshold } = await readScreeningSettings(pool)
    const data = freshnessOf(await currentVersions(pool), nowMs).map(({ list, version, stale }) => ({
      ...{ object: 'screening_list' as const, id: list.id, name: list.name, category: list.category },
      ...{ is_stale: stale, version: version && versionObject(version) },
    }))
    return { object: 'list' as const, threshold, data }
  },
})

const readListVersions = reading({
  name: 'lists.read_versions',
  sentence: { en: 'Lists the versions of a screening list', fr: 'Liste les versions d’une liste' },
  actors: readers,
  routes: { operator: 'GET /lists/{id}/versions' },
  input: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }, closed),
  output: Type.Object({ object: Type.Literal('list'), data: Type.Array(listVersion) }),
  refusals: ['object_not_found'],
  async read({ pool, input: { id } }) {
    const list = lists.find((one) => one.id === id)
    if (!list) throw new Refusal('object_not_found', 'There is no such list.')
    const versions = await listVersions(pool, list.id, maxListed)
    return { object: 'list' as const, data: versions.map(versionObject) }
  },
})

/** What the desk reads of screening lists. */
export const deskListReadings = [readLists, readListVersions] as const
