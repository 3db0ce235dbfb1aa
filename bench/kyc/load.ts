import { readFileSync } from 'node:fs'
import * as http from 'node:http'
import * as https from 'node:https'
import { setTimeout } from 'node:timers/promises'
import { type Credentials, openAnswer, type SignedRequest, signRequests } from './signed-requests.ts'

/** A request of the parent process to this one, over IPC. */
export type LoadOrder = {
  credentials: Credentials
  /** More applications of the same server. The calls are divided among all of them. */
  others?: readonly Credentials[]
  target: string
  /** The request bodies, chosen at random. */
  bodies: unknown[]
  calls: number
  concurrency: number
  /** Ends earlier, after this time. */
  seconds?: number
  /** After a call that failed, a caller waits as `retry_after` asks. Without it, it goes on. */
  waitMs?: number
}
/** Sent before the first call. */
export type LoadStart = 'started'
export type LoadReport = {
  calls: number
  failed: number
  seconds: number
  p50Ms: number
  p99Ms: number
}

// Every status is checked. One in this number of responses is also decrypted, so that the generator leaves the cores to
// the server.
const openedEvery = 20

const isSecure = ({ credentials }: LoadOrder): boolean => credentials.base_url.startsWith('https:')

const agentOf = (order: LoadOrder): http.Agent => {
  const options = { keepAlive: true, maxSockets: order.concurrency }
  if (!isSecure(order)) return new http.Agent(options)
  const { ca_file, certificate_file, private_key_file } = order.credentials
  const read = (file: string | undefined) => (file ? readFileSync(file) : undefined)
  return new https.Agent({
    ...options,
    ...{ ca: read(ca_file), cert: read(certificate_file), key: read(private_key_file) },
  })
}

type Sent = { credentials: Credentials; signed: SignedRequest }

const send = (
  order: LoadOrder,
  agent: http.Agent,
  { credentials, signed }: Sent,
  open: boolean,
): Promise<boolean> =>
  new Promise((resolve) => {
    const outgoing = (isSecure(order) ? https : http).request(
      credentials.base_url + order.target,
      {
        method: 'POST',
        agent,
        headers: { ...signed.headers, 'content-length': Buffer.byteLength(signed.body) },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const status = answer.statusCode ?? 0
          if (status !== 200 || !open) return resolve(status === 200)
          const body = Buffer.concat(chunks).toString('utf8')
          const opened = openAnswer(credentials, signed.nonce, {
            status,
            iv: String(answer.headers['x-svc-iv']),
            body,
          })
          resolve(opened.error === undefined)
        })
      },
    )
    outgoing.on('error', () => resolve(false))
    outgoing.end(signed.body)
  })

/** The requests of each application, one after the other. */
const requestsOf = ({ credentials, others = [], target, bodies, calls }: LoadOrder): Sent[] => {
  const applications = [credentials, ...others]
  const signed = applications.map((one) => ({
    credentials: one,
    requests: signRequests(one, target, bodies, Math.ceil(calls / applications.length)),
  }))
  return Array.from({ length: calls }, (_, index) => {
    const { credentials: own, requests } = signed[index % signed.length] as (typeof signed)[number]
    return { credentials: own, signed: requests[Math.floor(index / signed.length)] as SignedRequest }
  })
}

const run = async (order: LoadOrder): Promise<LoadReport> => {
  const requests = requestsOf(order)
  const agent = agentOf(order)
  const latenciesMs: number[] = []
  let next = 0
  let failed = 0
  // The requests are signed.
  process.send?.('started' satisfies LoadStart)
  const startedAt = performance.now()
  const endsAt = startedAt + (order.seconds ?? Number.POSITIVE_INFINITY) * 1_000
  const worker = async () => {
    for (let index = next++; index < requests.length && performance.now() < endsAt; index = next++) {
      const sentAt = performance.now()
      const succeeded = await send(order, agent, requests[index] as Sent, index % openedEvery === 0)
      latenciesMs.push(performance.now() - sentAt)
      if (succeeded) continue
      failed++
      await setTimeout(order.waitMs ?? 0)
    }
  }
  await Promise.all(Array.from({ length: order.concurrency }, worker))
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  latenciesMs.sort((a, b) => a - b)
  const quantile = (share: number) => latenciesMs[Math.floor((latenciesMs.length - 1) * share)] ?? 0
  return { calls: latenciesMs.length, failed, seconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99) }
}

process.on('message', (order: LoadOrder) => {
  void run(order).then((report) => process.send?.(report))
})
