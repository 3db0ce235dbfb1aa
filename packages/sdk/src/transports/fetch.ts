import { maxAnswerBytes } from './max-answer-bytes.ts'
import type { Transport } from './transport.ts'

type FetchOptions = {
  /** Further members of the options of `fetch` that only this runtime knows, such as `tls` in Bun. */
  extra?: Record<string, unknown>
  close?: () => void
}

/** `fetch` of the runtime. It works in Node, Deno, Bun and at the edge; it loads nothing else. */
export const fetchTransport = ({ extra = {}, close = () => {} }: FetchOptions = {}): Transport => ({
  async send({ origin, target, method, headers, body, timeoutMs, signal }) {
    const limit = AbortSignal.timeout(timeoutMs)
    const answer = await fetch(origin + target, {
      ...extra,
      method,
      headers,
      body: body ?? null,
      // A redirect is not part of the protocol, and its answer would not be bound to the request.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    const text = await boundedText(answer)
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: text }
  },
  close: async () => close(),
})

/** Thrown when an answer is larger than the maximum. A retry would bring the same answer. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
  readonly code = 'ANSWER_SIZE_EXCEEDED'
}

const boundedText = async (answer: Response): Promise<string> => {
  if (!answer.body) return ''
  const decoder = new TextDecoder()
  const reader = answer.body.getReader()
  let text = ''
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxAnswerBytes) {
      await reader.cancel()
      throw new AnswerTooLarge(`The answer has more than ${maxAnswerBytes} bytes.`)
    }
    text += decoder.decode(value, { stream: true })
  }
}
