import type { Dispatcher } from 'undici'

type Body = Dispatcher.ResponseData['body']

/**
 * Reads a body up to `maxBytes`. `complete` states whether this was the whole body. A longer body is dropped with its
 * connection.
 */
export const readBody = async (
  body: Body,
  maxBytes: number,
): Promise<{ bytes: Buffer; complete: boolean }> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) break
  }
  return { bytes: Buffer.concat(chunks, length).subarray(0, maxBytes), complete: length <= maxBytes }
}
