import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { send } from './send.ts'

/** `unread`: the databases whose part of the list cannot be read at present. */
export type Page<Item> = { object: 'list'; data: Item[]; next_cursor: string | null; unread?: string[] }
export type Filters = Readonly<Record<string, string | undefined>>

const maxRetries = 2
const freshMs = 10_000

/** Only faults that pass are asked again. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 502)

export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => count < maxRetries && isPassing(error),
        staleTime: freshMs,
      },
    },
  })

export const queryOf = (filters: Filters): string => {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')
  return new URLSearchParams(given as [string, string][]).toString()
}

const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`)

/** One object, or a list that has no pages. */
export const useRead = <T>(path: string, filters: Filters = {}, isEnabled = true) => {
  const query = queryOf(filters)
  return useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => send<T>('GET', withQuery(path, query), { signal }),
    enabled: isEnabled,
  })
}

type ListOptions<Item> = {
  isEnabled?: boolean
  /** The list is read again after this time, while it has items that change by themselves. */
  repeatMs?: number
  isRepeated?(pages: readonly Page<Item>[]): boolean
}

/** A list, page by page. */
export const useList = <Item>(path: string, filters: Filters = {}, options: ListOptions<Item> = {}) => {
  const { isEnabled = true, repeatMs = 0, isRepeated } = options
  const query = queryOf(filters)
  return useInfiniteQuery({
    queryKey: [path, query, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      send<Page<Item>>('GET', withQuery(path, queryOf({ ...filters, cursor: pageParam || undefined })), {
        signal,
      }),
    enabled: isEnabled,
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && isRepeated?.(data.pages) ? repeatMs : false),
  })
}

type ChangeOptions<Input, Output> = {
  rereads?: readonly string[]
  onDone?: (output: Output, input: Input) => unknown
  /** Whether a refusal says that the page shows an earlier state. Then the same is read again. */
  isEarlierState?: (error: unknown) => boolean
  onEarlierState?: (error: unknown) => unknown
}

/** A change. Afterwards everything below the named paths is read again. */
export const useChange = <Input, Output>(
  perform: (input: Input) => Promise<Output>,
  options: ChangeOptions<Input, Output> = {},
) => {
  const queries = useQueryClient()
  const readAgain = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        (options.rereads ?? []).some((start) => String(path).startsWith(start)),
    })
  return useMutation({
    mutationFn: perform,
    async onSuccess(output, input) {
      await readAgain()
      await options.onDone?.(output, input)
    },
    async onError(error) {
      if (!options.isEarlierState?.(error)) return
      options.onEarlierState?.(error)
      await readAgain()
    },
  })
}
