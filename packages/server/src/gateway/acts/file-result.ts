import Type, { type Static } from 'typebox'

/** A result that is a file: a surface sends its content, a command writes it. */
export const fileResult = Type.Object(
  {
    file_name: Type.String({ pattern: '^[a-z0-9.-]+$' }),
    content_type: Type.String(),
    content: Type.Unsafe<Uint8Array>({}),
  },
  { $id: 'file-result' },
)
export type FileResult = Static<typeof fileResult>
