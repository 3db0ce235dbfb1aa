import { Pool } from 'undici'

export type QdrantCalls = {
  /** The `result` of an answer. Throws QdrantFailed for any other answer, and after the timeout. */
  call(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  close(): Promise<void>
}

export type QdrantAddress = {
  /**
   * For example `https://faces.internal:6333`. The operator sets it, so the rules for addresses of callers do not
   * apply.
   */
  url: string
  apiKey: string | null
  /** From the request to the last byte of the answer. */
  timeoutMs: number
}

/** `status`: 0 without an answer. The message contains no part of the request. */
export class QdrantFailed extends Error {
  readonly status: number

  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'QdrantFailed'
    this.status = status
  }
}

const maxConnections = 16
const maxAnswerBytes = 4 * 1024 * 1024

/** The REST interface (api.qdrant.tech), on keep-alive connections. */
export const qdrantCalls = ({ url, apiKey, timeoutMs }: QdrantAddress): QdrantCalls => {
  const { origin, protocol } = new URL(url)
  if (!/^https?:$/.test(protocol)) throw new Error('the URL of the vector engine must be http or https')
  const pool = new Pool(origin, { connections: maxConnections, connect: { timeout: timeoutMs } })
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
      if (length > maxAnswerBytes) throw new Error('the answer is too long')
      chunks.push(chunk)
    }
    return { status: answer.statusCode, text: Buffer.concat(chunks).toString() }
  }

  return {
    async call(method, path, body) {
      const answer = await exchange(method, path, body).catch((error: unknown) => {
        throw new QdrantFailed(0, 'the vector engine did not respond', error)
      })
      const { status, text } = answer
      if (status !== 200) throw new QdrantFailed(status, `the vector engine responded with status ${status}`)
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
    // An answer that is not JSON is a failure too.
  }
  throw new QdrantFailed(200, 'the response of the vector engine does not follow its protocol')
}
