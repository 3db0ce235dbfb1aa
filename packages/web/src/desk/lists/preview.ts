import { useQuery } from '@tanstack/react-query'
import { send } from '../../staff/send.ts'

/** What the import of files would change, as GET /lists/previews/{id} returns it. */
export type ListPreview = {
  object: 'list_preview'
  id: string
  list: string
  status: 'running' | 'ready' | 'failed' | 'stopped' | 'imported'
  requested_by: string
  created_at: string
  progress: { screened: number; subjects: number | null }
  changes: PreviewChanges | null
  failure: string | null
}

export type PreviewChanges = {
  added: number
  removed: number
  changed: number
  entries: number
  alerts: { application_id: string; subjects: number }[]
  /** The databases whose subjects are missing. */
  unread?: string[]
}

export const changeKinds = ['added', 'changed', 'removed'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** One of the entries of GET /lists/previews/{id}/entries. */
export type PreviewedEntry = {
  object: 'list_preview_entry'
  kind: ChangeKind
  reference: string
  name: string
  fields: { field: string; before: string[]; after: string[] }[]
  is_cut: boolean
}

/** The server keeps so many entries of each kind (docs/desk.md). */
export const maxEntriesOfKind = 50_000

export const previewPath = (id: string): string => `/lists/previews/${encodeURIComponent(id)}`

const repeatMs = 1_000

/** A preview, which is read again while it runs. */
export const usePreview = (id: string) => {
  const path = previewPath(id)
  return useQuery({
    queryKey: [path, ''],
    queryFn: ({ signal }) => send<ListPreview>('GET', path, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'running' ? repeatMs : false),
  })
}

const largestUsualShare = 0.1

/** Whether more than a tenth of the entries leave the list. Such an import needs a consent of its own. */
export const removesMany = ({ added, removed, entries }: PreviewChanges): boolean =>
  removed > largestUsualShare * (entries - added + removed)
