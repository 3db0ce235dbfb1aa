import { lists } from '@nani/engines/list-formats/index.ts'
import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { listOf, pageInput, readPage } from '../../gateway/acts/index.ts'
import { closed, readers, reading } from './desk-reading.ts'
import { freshnessOf } from './freshness.ts'
import { listVersion, versionObject } from './list-version.ts'
import { readPreviewedEntries } from './read-previewed-entries.ts'
import { readVersionedThreshold } from './screening-settings.ts'
import { currentVersions, listVersions } from './store/versions.ts'

const readLists = reading({
  name: 'lists.read_status',
  sentence: { en: 'Lists the screening lists', fr: 'Liste les listes de filtrage' },
  actors: readers,
  routes: { operator: 'GET /lists' },
  input: Type.Object({}, closed),
  output: Type.Object({
    object: Type.Literal('list'),
    /** The lowest match score of a hit, and the version that a change of it is based on. */
    ...{ threshold: Type.Number(), threshold_version: Type.Integer() },
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
    /** The installation has a fixed number of lists. */
    next_cursor: Type.Null(),
  }),
  async read({ pool, nowMs }) {
    const { threshold, version: threshold_version } = await readVersionedThreshold(pool)
    const data = freshnessOf(await currentVersions(pool), nowMs).map(({ list, version, stale }) => ({
      ...{ object: 'screening_list' as const, id: list.id, name: list.name, category: list.category },
      ...{ is_stale: stale, version: version && versionObject(version) },
    }))
    return { object: 'list' as const, threshold, threshold_version, data, next_cursor: null }
  },
})

const readListVersions = reading({
  name: 'lists.read_versions',
  sentence: { en: 'Lists the versions of a screening list', fr: 'Liste les versions d’une liste' },
  actors: readers,
  routes: { operator: 'GET /lists/{id}/versions' },
  input: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }), ...pageInput }, closed),
  output: listOf(listVersion),
  refusals: ['object_not_found', 'value_invalid'],
  async read({ pool, actor, input, needs: { cursors } }) {
    const list = lists.find((one) => one.id === input.id)
    if (!list) throw new Refusal('object_not_found', 'There is no such list.')
    return readPage(
      { name: 'versions of a list', actor, input, cursors },
      {
        rows: (after, limit) => listVersions(pool, list.id, { after, limit }),
        positionOf: ({ versionId }) => [versionId],
        itemOf: versionObject,
      },
    )
  },
})

/** What the desk reads of screening lists. */
export const deskListReadings = [readLists, readListVersions, readPreviewedEntries] as const
