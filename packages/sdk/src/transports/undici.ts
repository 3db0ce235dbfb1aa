import { maxAnswerBytes } from './max-answer-bytes.ts'
import type { ClientCertificate, Transport } from './transport.ts'

const connections = 64

/** Kept-alive connections by undici, which can present a client certificate. Node only; loaded on first use. */
export const undiciTransport = ({ certificate, privateKey, ca }: ClientCertificate): Transport => {
  const load = async () => {
    const { Agent, request } = await import('undici')
    const agent = new Agent({
      connections,
      maxResponseSize: maxAnswerBytes,
      connect: { cert: certificate, key: privateKey, ca },
    })
    return { agent, request }
  }
  let loading: ReturnType<typeof load> | undefined
  return {
    async send({ origin, target, method, headers, body, timeoutMs, signal }) {
      loading ??= load()
      const { agent, request } = await loading
      const limit = AbortSignal.timeout(timeoutMs)
      const answer = await request(origin + target, {
        dispatcher: agent,
        method,
        headers,
        body: body ?? null,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      const text = await answer.body.text()
      return { status: answer.statusCode, headers: single(answer.headers), body: text }
    },
    async close() {
      if (loading) await (await loading).agent.close()
    },
  }
}

const single = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
