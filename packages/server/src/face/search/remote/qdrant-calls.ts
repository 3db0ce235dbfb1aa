import { Pool } from 'undici'

export type QdrantCalls = {
  /** The `result` of an answer. Throws QdrantFailed for every other one, and when none comes in time. */
  call(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  close(): Promise<void>
}

export type QdrantAddress = {
  /** As `https://faces.internal:6333`. Set by the operator, and so not held to what callers may name. */
  url: string
  apiKey: string | null
  /** From the request to the last byte of the answer. */
  timeoutMs: number
}

/** `status`: 0 when no answer came. Nothing of what was asked is in the message. */
export class QdrantFailed extends Error {
  readonly status: number

  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'QdrantFailed'
    this.status = status
  }
}

const mostConnections = 16
const mostAnswerBytes = 4 * 1024 * 1024

/** The REST interface (api.qdrant.tech), on kept-alive connections. */
export const qdrantCalls = ({ url, apiKey, timeoutMs }: QdrantAddress): QdrantCalls => {
  const { origin, protocol } = new URL(url)
  if (!/^https?:$/.test(protocol)) throw new Error('the vector engine is reached by http or https')
  const pool = new Pool(origin, { connections: mostConnections, connect: { timeout: timeoutMs } })
  const headers = { 'content-type': 'application/json', ...(apiKey !== null && { 'api-key': apiKey }) }

  const exchange = async (method: string, path: string, body: unknown) => {
    const answer = await pool.request({
      path,
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > mostAnswerBytes) throw new Error('the answer is too long')
      chunks.push(chunk)
    }
    return { status: answer.statusCode, text: Buffer.concat(chunks).toString() }
  }

  return {
    async call(method, path, body) {
      const answer = await exchange(method, path, body).catch((error: unknown) => {
        throw new QdrantFailed(0, 'the vector engine gave no answer', error)
      })
      const { status, text } = answer
      if (status !== 200) throw new QdrantFailed(status, `the vector engine answered with status ${status}`)
      return resultOf(text)
    },
    close: () => pool.destroy(),
  }
}

const resultOf = (text: string): unknown => {
  try {
    const { status, result } = JSON.parse(text) as { status?: unknown; result?: unknown }
    if (status === 'ok') return result
  } catch {
    // No JSON is no answer either.
  }
  throw new QdrantFailed(200, 'the vector engine answered what is not its protocol')
}
