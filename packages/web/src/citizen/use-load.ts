import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { call } from './api.ts'
import { codeOf } from './api-error.ts'

export type Loaded<T> = {
  /** Undefined until the first answer. */
  content: T | undefined
  /** The code of the last refusal. */
  failed: string | null
  reload: () => Promise<void>
}

/** Reads a path of the API, and reads it again when the path changes. */
export const useLoad = <T>(path: string): Loaded<T> => {
  const [state, setState] = useState<{ content: T | undefined; failed: string | null }>({
    content: undefined,
    failed: null,
  })
  const latest = useRef(path)
  latest.current = path
  const reload = useCallback(async () => {
    // An answer that arrives after the path changed is of no use.
    const settle = (next: { content: T | undefined; failed: string | null }) => {
      if (latest.current === path) setState(next)
    }
    try {
      settle({ content: await call<T>('GET', path), failed: null })
    } catch (thrown) {
      settle({ content: undefined, failed: codeOf(thrown) })
    }
  }, [path])
  useEffect(() => {
    void reload()
  }, [reload])
  return { ...state, reload }
}
