import type { Environment } from '@nani/contract'
import type { Audience, Screener } from '@nani/engines/screening/index.ts'
import { trailingRun } from '@nani/foundation/core/index.ts'
import { audiencesOf, type ChangePage, type ListReader, type ListVersion } from '../../risk/lists/index.ts'
import { indexedEntry } from './hits/indexed-entry.ts'

export type ListIndexDependencies = {
  reader: Pick<ListReader, 'currentVersions' | 'latestChange' | 'readEntries' | 'readChanges'>
  screener: Pick<Screener, 'load' | 'applyDelta' | 'settled'>
  /** Calls back whenever a list may have changed, in any process. */
  listen(onChange: () => void): Promise<{ stop(): Promise<void> }>
  /** Calls back later to retry a failure. Returns a function that cancels it. */
  later(work: () => void): () => void
  onError(error: unknown): void
  /** Called when the index has reached this change of the lists. */
  onCaughtUp?(change: number): void
}

/** An index that follows the lists. Its results and its versions are consistent. */
export type ListIndex = {
  currentVersions: ListReader['currentVersions']
  /**
   * Runs work that searches the index, with the versions that it searches. Work during which the versions changed is
   * repeated, so that its answer names the searched versions.
   */
  atVersions: AtVersions
  stop(): Promise<void>
}

export type AtVersions = <Answer>(
  environment: Environment,
  work: (versions: readonly ListVersion[]) => Promise<Answer>,
) => Promise<Answer>

type State = {
  change: number
  versions: Record<Environment, ListVersion[]>
  /** Number of times that the index began to apply changes or reached new versions. */
  moves: number
}

/** Lists change a few times a day, so a third attempt is rare. The number is limited because a search must end. */
const maxAttempts = 3

/** Loads every list into the index, and applies each change without stopping a search. */
export const openListIndex = async (dependencies: ListIndexDependencies): Promise<ListIndex> => {
  const { reader, screener, listen, later, onError, onCaughtUp } = dependencies
  const change = await reader.latestChange()
  await loadAll(change, reader, screener)
  // No list counts as searched until the index has reached its version.
  const state: State = { change, versions: { sandbox: [], production: [] }, moves: 0 }
  let callOff = () => {}
  let stopped = false
  // An index merges its parts after an update. Parts added during a merge need another one.
  const mergeRest = () =>
    void screener
      .settled()
      .then(() => (stopped ? undefined : screener.applyDelta('everyone', { added: [], removed: [] })))
      .catch(onError)
  const follow = trailingRun(async () => {
    callOff()
    try {
      const parts = await catchUp(state, reader, screener)
      onCaughtUp?.(state.change)
      if (parts > 1) mergeRest()
    } catch (error) {
      onError(error)
      callOff = later(() => void follow())
    }
  })
  const listening = await listen(() => void follow())
  await follow()
  return {
    currentVersions: async (environment) => state.versions[environment],
    async atVersions(environment, work) {
      for (let attempt = 1; ; attempt++) {
        const { moves } = state
        const answer = await work(state.versions[environment])
        if (moves === state.moves || attempt === maxAttempts) return answer
      }
    },
    async stop() {
      stopped = true
      await listening.stop()
      callOff()
      await follow.idle()
    },
  }
}

const of = (audience: Audience) => (entry: { audience: Audience }) => entry.audience === audience
const audiences: readonly Audience[] = ['everyone', 'sandbox']

/** Reads the database once. The small sandbox part is kept separately in memory meanwhile. */
const loadAll = async (
  change: number,
  reader: ListIndexDependencies['reader'],
  screener: ListIndexDependencies['screener'],
): Promise<void> => {
  const shipped: ReturnType<typeof indexedEntry>[] = []
  const everybodys = async function* () {
    for await (const entries of reader.readEntries(change)) {
      for (const entry of entries.filter(of('sandbox'))) shipped.push(indexedEntry(entry))
      yield entries.filter(of('everyone')).map(indexedEntry)
    }
  }
  const sandboxs = async function* () {
    yield shipped
  }
  await screener.load('everyone', everybodys())
  await screener.load('sandbox', sandboxs())
}

/**
 * The index is never older than the versions it reports. A screening has searched its versions, and a monitor that
 * starts with them misses no change. Memory holds one page of changes. During an update the index holds old and new
 * entries together, so no match is lost. Returns the number of parts that were added.
 */
const catchUp = async (
  state: State,
  reader: ListIndexDependencies['reader'],
  screener: ListIndexDependencies['screener'],
): Promise<number> => {
  let versions: ListVersion[]
  let parts = 0
  do {
    const change = await reader.latestChange()
    for await (const page of reader.readChanges(state.change, change)) {
      state.moves++
      await applyPage(page, screener)
      if (page.added.length > 0) parts++
    }
    state.change = change
    // The sandbox sees the lists of everyone too.
    versions = await reader.currentVersions('sandbox')
  } while (versions.some(({ versionId }) => versionId > state.change))
  const seenBy = (environment: Environment) =>
    versions.filter(({ audience }) => audiencesOf(environment).includes(audience))
  state.moves++
  state.versions = { sandbox: seenBy('sandbox'), production: seenBy('production') }
  return parts
}

const applyPage = async (
  { added, removed }: ChangePage,
  screener: ListIndexDependencies['screener'],
): Promise<void> => {
  for (const audience of audiences) {
    const delta = {
      added: added.filter(of(audience)).map(indexedEntry),
      removed: removed.filter(of(audience)).map(({ entryId }) => entryId),
    }
    if (delta.added.length > 0 || delta.removed.length > 0) await screener.applyDelta(audience, delta)
  }
}
