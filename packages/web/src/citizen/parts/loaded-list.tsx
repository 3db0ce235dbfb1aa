import type { ComponentChildren } from 'preact'
import { useTexts } from '../app-context.ts'
import type { Loaded } from '../use-load.ts'
import { Button } from './button.tsx'
import { isPartMissing, PartMissing, Refusal } from './notice.tsx'

type ContentProperties<T> = {
  loaded: Loaded<T>
  children: (content: T) => ComponentChildren
}

/** Content from the server in each of its states: loading, failed, there. */
export const LoadedContent = <T,>({ loaded, children }: ContentProperties<T>) => {
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
  return children(loaded.content)
}

type ListProperties<T> = ContentProperties<T> & {
  isEmpty: (content: T) => boolean
  none: string
}

/** A list from the server. An empty one says so, and one that is not complete says that. */
export const LoadedList = <T extends object>({ loaded, isEmpty, none, children }: ListProperties<T>) => (
  <LoadedContent loaded={loaded}>
    {(content) => {
      if (!isPartMissing(content)) return isEmpty(content) ? <p class="empty">{none}</p> : children(content)
      return (
        <>
          <PartMissing />
          {!isEmpty(content) && children(content)}
        </>
      )
    }}
  </LoadedContent>
)
