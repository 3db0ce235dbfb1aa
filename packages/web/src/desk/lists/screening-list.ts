export type ListVersion = {
  object: 'list_version'
  id: number
  list: string
  version: string
  source_date: string | null
  source: string
  sha256: string
  fetched_at: string
  confirmed_at: string
  entries: number
  added: number
  changed: number
  removed: number
}

export type ScreeningLists = {
  object: 'list'
  threshold: number
  threshold_version: number
  data: {
    object: 'screening_list'
    id: string
    name: string
    category: string
    is_stale: boolean
    version: ListVersion | null
  }[]
}
