import type { Dispatcher } from 'undici'

type Body = Dispatcher.ResponseData['body']

/**
 * Reads a body up to `mostBytes` and no further. `complete` tells whether that was all of it; a body that is
 * longer is let go with its connection.
 */
export const readBody = async (
  body: Body,
  mostBytes: number,
): Promise<{ bytes: Buffer; complete: boolean }> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > mostBytes) break
  }
  return { bytes: Buffer.concat(chunks, length).subarray(0, mostBytes), complete: length <= mostBytes }
}
