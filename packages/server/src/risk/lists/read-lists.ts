import Type from 'typebox'
import { defineReading } from '../../gateway/acts/index.ts'
import { closed, readers } from './desk-reading.ts'
import { type Freshness, freshnessOf } from './freshness.ts'
import { readScreeningSettings } from './screening-settings.ts'
import { currentVersions } from './store/versions.ts'

const textOrNull = Type.Union([Type.String(), Type.Null()])
const numberOrNull = Type.Union([Type.Number(), Type.Null()])

/** The lowest match score of a hit. */
export const readThreshold = defineReading({
  name: 'lists.read_threshold',
  sentence: { en: 'Shows the threshold of screening', fr: 'Montre le seuil du filtrage' },
  actors: readers,
  input: Type.Object({}, closed),
  output: Type.Object({ threshold: Type.Number() }),
  read: ({ pool }) => readScreeningSettings(pool),
})

/** The version of every list, its age, and whether it is stale. */
export const readLists = defineReading({
  name: 'lists.status',
  sentence: { en: 'Shows the lists of screening', fr: 'Montre les listes du filtrage' },
  actors: readers,
  input: Type.Object({}, closed),
  output: Type.Object({
    threshold: Type.Number(),
    lists: Type.Array(
      Type.Object({
        list: Type.String(),
        name: Type.String(),
        category: Type.String(),
        version: textOrNull,
        source_date: textOrNull,
        fetched_at: textOrNull,
        confirmed_at: textOrNull,
        entries: numberOrNull,
        sha256: textOrNull,
        source: textOrNull,
        age_seconds: numberOrNull,
        stale: Type.Boolean(),
      }),
    ),
  }),
  async read({ pool, nowMs }) {
    const freshness = freshnessOf(await currentVersions(pool), nowMs)
    return { ...(await readScreeningSettings(pool)), lists: freshness.map(statusOf) }
  },
})

const statusOf = ({ list, version, ageMs, stale }: Freshness) => ({
  list: list.id,
  name: list.name,
  category: list.category,
  version: version?.label ?? null,
  source_date: version?.sourceDate ?? null,
  fetched_at: version?.fetchedAt.toISOString() ?? null,
  confirmed_at: version?.confirmedAt.toISOString() ?? null,
  entries: version?.entries ?? null,
  sha256: version?.sha256 ?? null,
  source: version?.source ?? null,
  age_seconds: ageMs === null ? null : Math.floor(ageMs / 1_000),
  stale,
})
