import type { Database } from '@nani/foundation/storage/index.ts'
import { type PreviewedEntry, previewedEntry } from './previewed-entry.ts'
import type { ChangedEntry } from './store/changed-entries.ts'

export const changeKinds = ['added', 'changed', 'removed'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Entries of each kind that are kept with a preview. A list that is loaded for the first time has all of its entries among them. */
export const maxEntriesOfKind = 50_000

const kindOf = ({ before, after }: ChangedEntry): ChangeKind => {
  if (!before) return 'added'
  return after ? 'changed' : 'removed'
}

/**
 * Keeps what would change with a preview that runs, a group at a time. Returns false where the preview is not running any more.
 */
export const saveEntries = async (
  database: Database,
  id: string,
  groups: AsyncIterable<ChangedEntry[]>,
  max = maxEntriesOfKind,
): Promise<boolean> => {
  const counts: Record<ChangeKind, number> = { added: 0, changed: 0, removed: 0 }
  for await (const group of groups) {
    const rows = group.flatMap((entry) => {
      const kind = kindOf(entry)
      const position = ++counts[kind]
      return position > max ? [] : [{ kind, position, content: JSON.stringify(previewedEntry(entry)) }]
    })
    if (rows.length === 0) continue
    const { rowCount } = await database.query(
      `insert into list_preview_entries (preview_id, kind, position, content)
       select p.preview_id, added.* from list_previews p,
         unnest($2::text[], $3::integer[], $4::json[]) as added (kind, position, content)
       where p.preview_id = $1 and p.status = 'running' for share of p`,
      [
        id,
        rows.map(({ kind }) => kind),
        rows.map(({ position }) => position),
        rows.map(({ content }) => content),
      ],
    )
    if (rowCount === 0) return false
  }
  return true
}

export type EntryRow = { kind: ChangeKind; position: number; content: PreviewedEntry }

/** The entries of a preview after a position, of one kind or of all. */
export const readEntries = async (
  database: Database,
  id: string,
  { kind, after, limit }: { kind: ChangeKind | null; after: readonly [string, number] | null; limit: number },
): Promise<EntryRow[]> => {
  const { rows } = await database.query<EntryRow>(
    `select kind, position, content from list_preview_entries
     where preview_id = $1 and ($2::text is null or kind = $2)
       -- A process of an earlier release stops a preview and leaves its entries.
       and not exists (select from list_previews p where p.preview_id = $1 and p.stopped_by is not null)
       and ($3::text is null or (kind, position) > ($3, $4::integer))
     order by kind, position limit $5`,
    [id, kind, after?.[0] ?? null, after?.[1] ?? null, limit],
  )
  return rows
}
