import Type from 'typebox'
import { listOf, pageInput, readPage } from '../../gateway/acts/index.ts'
import { closed, readers, reading } from './desk-reading.ts'
import { changeKinds, type EntryRow, readEntries } from './previewed-entries.ts'
import { entryFields } from './previewed-entry.ts'
import { noPreview, readPreview } from './previews.ts'

const kind = Type.Enum([...changeKinds])
const values = Type.Array(Type.String())

const previewedEntry = Type.Object({
  object: Type.Literal('list_preview_entry'),
  kind,
  reference: Type.String(),
  /** The primary name. */
  name: Type.String(),
  /** The values that only the list in use has, and those that only the files have. */
  fields: Type.Array(Type.Object({ field: Type.Enum([...entryFields]), before: values, after: values })),
  /** Long values and values after the twentieth of a field are left out. */
  is_cut: Type.Boolean(),
})

const itemOf = ({ kind, content }: EntryRow): Type.Static<typeof previewedEntry> => ({
  object: 'list_preview_entry',
  kind,
  ...content,
})

/** The entries that an import would add, change and remove. They are complete when the preview is ready. */
export const readPreviewedEntries = reading({
  name: 'lists.read_previewed_entries',
  sentence: {
    en: 'Lists the entries that an import would change',
    fr: 'Liste les entrées qu’un import modifierait',
  },
  actors: readers,
  routes: { operator: 'GET /lists/previews/{preview_id}/entries' },
  input: Type.Object(
    {
      preview_id: Type.String({ minLength: 1, maxLength: 60 }),
      kind: Type.Optional(kind),
      ...pageInput,
    },
    closed,
  ),
  output: listOf(previewedEntry),
  refusals: ['object_not_found', 'value_invalid'],
  /** The entries have names, birth dates and numbers of people. */
  entry: ({ data }, { input }) => ({
    subject: input.preview_id,
    after: { kind: input.kind ?? null, entries: data.length },
  }),
  async read({ pool, actor, input, nowMs, needs: { cursors } }) {
    if (!(await readPreview(pool, input.preview_id, nowMs))) throw noPreview()
    return readPage(
      { name: 'entries of a preview', actor, input, cursors },
      {
        rows: (after, limit) =>
          readEntries(pool, input.preview_id, {
            ...{ kind: input.kind ?? null, limit },
            after: after && [String(after[0]), Number(after[1])],
          }),
        positionOf: ({ kind, position }) => [kind, position],
        itemOf,
      },
    )
  },
})
