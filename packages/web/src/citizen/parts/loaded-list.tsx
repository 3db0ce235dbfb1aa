import type { ComponentChildren } from 'preact'
import { useTexts } from '../app-context.ts'
import type { Loaded } from '../use-load.ts'
import { Button } from './button.tsx'
import { Refusal } from './notice.tsx'

type Properties<T> = {
  loaded: Loaded<T>
  isEmpty: (content: T) => boolean
  none: string
  children: (content: T) => ComponentChildren
}

/** A list from the server in each of its states: loading, failed, empty, filled. */
export const LoadedList = <T,>({ loaded, isEmpty, none, children }: Properties<T>) => {
  const { shell } = useTexts()
  if (loaded.failed !== null)
    return (
      <>
        <Refusal code={loaded.failed} />
        <Button kind="equal" onClick={loaded.reload}>
          {shell.retry}
        </Button>
      </>
    )
  if (loaded.content === undefined)
    return (
      <p class="quiet" role="status">
        {shell.loading}
      </p>
    )
  return isEmpty(loaded.content) ? <p class="empty">{none}</p> : children(loaded.content)
}
