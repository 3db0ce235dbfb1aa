import { limits } from '@nani/contract'
import { fairLimiter, mapWithConcurrency, nextTurn } from '@nani/foundation/core/index.ts'
import type { RenderingMemory } from '@nani/foundation/http/index.ts'

/** One entry of a page, and the results that it discloses. */
export type PageEntry = { value: unknown; disclosedIds: readonly string[] }

export type FilledPage = {
  /** The JSON of each entry. */
  texts: string[]
  /** How many sources the page covers, those without an entry included. */
  taken: number
  disclosedIds: string[]
}

/** Sources whose entries are made together. Few, because each entry may contain files. */
export const sourcesTogether = 4

/** Makes entries one by one, some at the same time. */
export const each =
  <Source>(make: (source: Source) => Promise<PageEntry>) =>
  (slice: readonly Source[]): Promise<PageEntry[]> =>
    mapWithConcurrency(slice, sourcesTogether, make)

/** The application of the page, and the memory of its response. */
export type PageHolder = { applicationId: string; memory: RenderingMemory }

/** Slices that are made at a time. Their entries read files, and other calls need the database, too. */
const sliceConcurrency = 2
const maxSlicesWaiting = 1_022
const takeTurn = fairLimiter({ concurrency: sliceConcurrency, maxWaiting: maxSlicesWaiting })

/**
 * Returns entries in order, up to the maximum size of a page. A larger entry is a page of its own. `make` returns an entry
 * or undefined for each source of a slice. Each slice is charged to the memory of the response when it is made. A large
 * page waits for memory then. Other callers are served between two slices.
 */
export const fillPage = async <Source>(
  portions: AsyncIterable<readonly Source[]>,
  make: (slice: readonly Source[]) => Promise<readonly (PageEntry | undefined)[]>,
  { applicationId, memory }: PageHolder,
): Promise<FilledPage> => {
  const page: FilledPage = { texts: [], taken: 0, disclosedIds: [] }
  let pageBytes = 0
  for await (const slice of slicesOf(portions)) {
    await nextTurn()
    const made = await takeTurn({ holder: applicationId, run: () => make(slice) })
    // Entries of many pages may become ready together.
    await nextTurn()
    const rendered = await renderSlice(made)
    await memory.holdPage(rendered.reduce((sum, { bytes }) => sum + bytes, 0))
    for (const { entry, text, bytes } of rendered) {
      if (entry) {
        if (page.texts.length > 0 && pageBytes + bytes > limits.pageBytes) return page
        pageBytes += bytes
        page.texts.push(text)
        page.disclosedIds.push(...entry.disclosedIds)
      }
      page.taken++
    }
  }
  return page
}

/** A larger entry is rendered in its own turn of the event loop. */
const largeEntryBytes = 64 * 1024

type RenderedEntry = { entry: PageEntry | undefined; text: string; bytes: number }

const renderSlice = async (made: readonly (PageEntry | undefined)[]): Promise<RenderedEntry[]> => {
  const rendered: RenderedEntry[] = []
  for (const entry of made) {
    const text = entry ? JSON.stringify(entry.value) : ''
    const bytes = Buffer.byteLength(text)
    rendered.push({ entry, text, bytes })
    if (bytes > largeEntryBytes) await nextTurn()
  }
  return rendered
}

/** Small sources, which are all in memory. */
export const inOnePortion = async function* <Source>(
  sources: readonly Source[],
): AsyncGenerator<readonly Source[]> {
  yield sources
}

const slicesOf = async function* <Source>(
  portions: AsyncIterable<readonly Source[]>,
): AsyncGenerator<readonly Source[]> {
  for await (const sources of portions) {
    for (let from = 0; from < sources.length; from += sourcesTogether)
      yield sources.slice(from, from + sourcesTogether)
  }
}

/** The list as it is sent. The entries are not rendered a second time. */
export const pageJson = ({ texts }: FilledPage, nextCursor: string | null): string =>
  `{"object":"list","data":[${texts.join(',')}],"next_cursor":${JSON.stringify(nextCursor)}}`
