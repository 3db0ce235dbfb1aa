import type { EntryMatch, ScreenedSubject, SearchOptions } from '@nani/engines/screening/index.ts'
import type { FraudRecord, FraudSubject } from '../risk/fraud-network/index.ts'
import type { FoundEntry, ListEntry, ListId, ListVersion } from '../risk/lists/index.ts'
import { audiencesOf, listOf } from '../risk/lists/index.ts'
import type { ScreeningSources } from '../services/aml/index.ts'

export const testEntry = (changes: Partial<ListEntry> = {}): ListEntry => ({
  reference: 'REF.1',
  kind: 'individual',
  names: [{ name: 'Nsimba Kiala', kind: 'primary', script: 'Latn' }],
  birthDates: [],
  genders: [],
  nationalities: [],
  addresses: [],
  identifiers: [],
  listedOn: null,
  endedOn: null,
  sanction: null,
  pep: null,
  media: [],
  ...changes,
})

export const testVersion = (list: ListId, changes: Partial<ListVersion> = {}): ListVersion => ({
  versionId: listOf(list).number,
  list,
  category: listOf(list).category,
  audience: 'everyone',
  label: `${list} of a day`,
  sha256: '',
  sourceDate: null,
  fetchedAt: new Date(0),
  confirmedAt: new Date(0),
  source: '',
  etag: null,
  entries: 1,
  added: 1,
  changed: 0,
  removed: 0,
  ...changes,
})

let lastId = 0

/** An entry of a list, and its match score. */
export const found = (
  list: ListId,
  changes: Partial<ListEntry> = {},
  matchScore = 1,
  more: Partial<FoundEntry> = {},
): FoundEntry & { matchScore: number } => {
  const entry = testEntry(changes)
  return {
    entryId: ++lastId,
    list,
    audience: 'everyone',
    version: testVersion(list),
    current: true,
    contentHash: `hash of ${entry.reference}`,
    entry,
    matchScore,
    ...more,
  }
}

type Loaded = {
  entries?: readonly ReturnType<typeof found>[]
  /** Loaded lists in addition to those of the entries. */
  loaded?: readonly ListId[]
  fraudRecord?: FraudRecord
  threshold?: number
}

/** All sources of a screening, in memory. `asked` lists the requests. */
export const testSources = ({ entries = [], loaded = [], fraudRecord, threshold = 0.8 }: Loaded = {}) => {
  const asked = {
    searches: [] as { subject: ScreenedSubject; options: SearchOptions }[],
    fraud: [] as FraudSubject[],
  }
  const lists = [...new Set([...loaded, ...entries.map(({ list }) => list)])]
  const versions = lists.map((list) => testVersion(list))
  const sources: ScreeningSources = {
    async search(subject, options) {
      asked.searches.push({ subject, options })
      return entries
        .filter(
          ({ list, matchScore }) =>
            options.lists?.includes(listOf(list).number) && matchScore >= options.threshold,
        )
        .map(
          ({ entryId, matchScore, entry }): EntryMatch => ({
            entryId,
            matchScore,
            matchedName: entry.names[0]?.name ?? '',
            explanation: [],
          }),
        )
    },
    findEntries: async (ids) => entries.filter(({ entryId }) => ids.includes(entryId)),
    findJurisdictions: async (countries, environment) =>
      entries.filter(
        ({ entry, audience }) =>
          countries.includes(entry.jurisdiction?.country ?? '') &&
          audiencesOf(environment).includes(audience),
      ),
    currentVersions: async () => versions,
    atVersions: async (_environment, work) => work(versions),
    areListed: async (asked) => asked.map(() => true),
    threshold: async () => threshold,
    fraudNetwork: {
      async find(subject) {
        asked.fraud.push(subject)
        return fraudRecord ?? { suspectIn: [], victimOn: [] }
      },
      listedSuspectCases: async (numbers) => new Set(numbers),
    },
  }
  return { sources, asked }
}
