import Type, { type Static } from 'typebox'

/** A result that is a file: a surface sends its content, a command writes it. */
export const fileResult = Type.Object(
  {
    file_name: Type.String({ pattern: '^[a-z0-9.-]+$' }),
    content_type: Type.String(),
    content: Type.Unsafe<Uint8Array>({}),
    /** In hexadecimal. The surface sends it as `Content-Digest` (RFC 9530). */
    sha256: Type.Optional(Type.String()),
  },
  { $id: 'file-result' },
)
export type FileResult = Static<typeof fileResult>

/** A result that a surface sends as server-sent events. `topic` is what it follows; it stays on the server. */
export const eventStream = Type.Object({ topic: Type.String() }, { $id: 'event-stream' })
