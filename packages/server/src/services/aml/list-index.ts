import type { Environment } from '@nani/contract'
import { oneAtATime } from '../../core/index.ts'
import { audiencesOf, type ChangePage, type ListReader, type ListVersion } from '../../lists/index.ts'
import type { Audience, Screener } from '../../screening/index.ts'
import { indexedEntry } from './indexed-entry.ts'

export type ListIndexDependencies = {
  reader: Pick<ListReader, 'currentVersions' | 'latestChange' | 'readEntries' | 'readChanges'>
  screener: Pick<Screener, 'load' | 'applyDelta' | 'settled'>
  /** Calls back whenever a list may have changed, here or in another process. */
  listen(onChange: () => void): Promise<{ stop(): Promise<void> }>
  /** Calls back later, to try again what failed; answers what calls that off. */
  later(work: () => void): () => void
  onError(error: unknown): void
  /** The index stands where the lists stand. */
  onCaughtUp?(): void
}

/** An index that follows the lists: what it finds, and the versions it stands at, belong together. */
export type ListIndex = {
  currentVersions: ListReader['currentVersions']
  stop(): Promise<void>
}

type State = { change: number; versions: Record<Environment, ListVersion[]> }

/** Loads every list into the index, and brings it up to date with each change, without stopping a search. */
export const openListIndex = async (dependencies: ListIndexDependencies): Promise<ListIndex> => {
  const { reader, screener, listen, later, onError, onCaughtUp } = dependencies
  const change = await reader.latestChange()
  await loadAll(change, reader, screener)
  // No list counts as searched until the index is known to stand at its version.
  const state: State = { change, versions: { sandbox: [], production: [] } }
  let callOff = () => {}
  let stopped = false
  // An index merges its parts after an update: those that came while it merged wait for another one.
  const mergeRest = () =>
    void screener
      .settled()
      .then(() => (stopped ? undefined : screener.applyDelta('everyone', { added: [], removed: [] })))
      .catch(onError)
  const follow = oneAtATime(async () => {
    callOff()
    try {
      const parts = await catchUp(state, reader, screener)
      onCaughtUp?.()
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

/** One pass over the database. What the sandbox alone sees is small, and is kept aside meanwhile. */
const loadAll = async (
  change: number,
  reader: ListIndexDependencies['reader'],
  screener: ListIndexDependencies['screener'],
): Promise<void> => {
  const shipped: ReturnType<typeof indexedEntry>[] = []
  async function* everybodys() {
    for await (const entries of reader.readEntries(change)) {
      for (const entry of entries.filter(of('sandbox'))) shipped.push(indexedEntry(entry))
      yield entries.filter(of('everyone')).map(indexedEntry)
    }
  }
  async function* sandboxs() {
    yield shipped
  }
  await screener.load('everyone', everybodys())
  await screener.load('sandbox', sandboxs())
}

/**
 * The index never stands behind the versions that it is said to stand at: a screening that is told a version has
 * searched it, and a monitor that begins with it misses no change. Memory holds one page of the changes: meanwhile the
 * index has what comes beside what goes, and nobody is missed. Answers how many parts it was given to add.
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
      await applyPage(page, screener)
      if (page.added.length > 0) parts++
    }
    state.change = change
    // Who sees all sees what the others see.
    versions = await reader.currentVersions('sandbox')
  } while (versions.some(({ versionId }) => versionId > state.change))
  const seenBy = (environment: Environment) =>
    versions.filter(({ audience }) => audiencesOf(environment).includes(audience))
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
