import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from './api.ts'
import { codeOf } from './api-error.ts'
import type { Loaded } from './use-load.ts'

/** `unread`: the databases that could not be read. */
type Part<Entry> = { entries: Entry[]; next_cursor: string | null; unread?: string[] }

/** Reads a list of the API in parts: the first one when the path changes, and further ones on demand. */
export const useParts = <Entry>(path: string): Loaded<Part<Entry>> & { loadMore: () => Promise<void> } => {
  const [content, setContent] = useState<Part<Entry> | undefined>()
  const [failed, setFailed] = useState<string | null>(null)
  const latest = useRef(path)
  latest.current = path
  const load = async (before?: Part<Entry>) => {
    setFailed(null)
    try {
      const next = await call<Part<Entry>>('GET', after(path, before?.next_cursor))
      // An answer that arrives after the path changed is of no use.
      if (latest.current === path)
        setContent({
          ...next,
          entries: [...(before?.entries ?? []), ...next.entries],
          unread: [...(before?.unread ?? []), ...(next.unread ?? [])],
        })
    } catch (thrown) {
      if (latest.current === path) setFailed(codeOf(thrown))
    }
  }
  useEffect(() => {
    setContent(undefined)
    void load()
  }, [path])
  return { content, failed, reload: () => load(), loadMore: () => load(content) }
}

const after = (path: string, cursor: string | null = null): string =>
  cursor === null ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`
