import { Alert, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSay } from '../language.tsx'
import type { Page } from '../reading.ts'
import { ErrorNotice } from './notices.tsx'

const Waiting = () => {
  const say = useSay()
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>{say('Loading…', 'Chargement…')}</VisuallyHidden>
      <Skeleton height={18} width="40%" />
      <Skeleton height={64} />
      <Skeleton height={64} />
    </Stack>
  )
}

/** Shows what was read, or why it was not. */
export const Loaded = <T,>({
  query,
  children,
}: {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}) => {
  if (query.data !== undefined) return children(query.data)
  return query.error ? <ErrorNotice error={query.error} onRetry={() => void query.refetch()} /> : <Waiting />
}

/** What is missing is named: a list that leaves it out silently would be wrong. */
export const Unread = ({ databases, onRetry }: { databases: readonly string[]; onRetry?: () => void }) => {
  const say = useSay()
  return (
    <Alert
      color="yellow"
      role="status"
      title={say('A part is missing', 'Une partie manque')}
      className="notice"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {say(
            `A part of this cannot be read at present. These databases do not answer: ${databases.join(', ')}.`,
            `Une partie de ces données ne peut pas être lue pour le moment. Ces bases de données ne répondent pas : ${databases.join(', ')}.`,
          )}
        </Text>
        {onRetry ? (
          <Button variant="default" size="xs" onClick={onRetry}>
            {say('Read again', 'Relire')}
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}

type ListProps<Item> = {
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>
  empty: ReactNode
  children: (items: Item[]) => ReactNode
}

/** A page of a filter examines a bounded number of objects, and may have none. So many are read before the person is asked. */
const maxEmptyPages = 20

/** Shows the pages of a list that were read, and reads on when asked, or while none of them has an item. */
export const LoadedList = <Item,>({ query, empty, children }: ListProps<Item>) => {
  const say = useSay()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const isEmpty = data?.pages.every((page) => page.data.length === 0) ?? false
  const readsOn = isEmpty && hasNextPage && !error && (data?.pages.length ?? 0) < maxEmptyPages
  useEffect(() => {
    if (readsOn && !isFetchingNextPage) void fetchNextPage()
  }, [readsOn, isFetchingNextPage, fetchNextPage])
  if (data === undefined)
    return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <Waiting />
  const items = data.pages.flatMap((page) => page.data)
  const unread = [...new Set(data.pages.flatMap((page) => page.unread ?? []))]
  if (items.length === 0 && !hasNextPage && unread.length === 0) return empty
  return (
    <Stack gap="sm">
      {unread.length > 0 ? <Unread databases={unread} onRetry={() => void refetch()} /> : null}
      {items.length === 0 ? (
        <Text role="status">{say('Nothing was found so far.', 'Rien n’a été trouvé jusqu’ici.')}</Text>
      ) : (
        children(items)
      )}
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {hasNextPage ? (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {items.length === 0
            ? say('Search further', 'Chercher plus loin')
            : say('Show more', 'Afficher la suite')}
        </Button>
      ) : null}
    </Stack>
  )
}
