/**
 * The receiver: answers 204 at once, or never under /hang/. It counts, keeps some deliveries, and records the time of
 * each one after its event.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Delivered = { headers: Record<string, string>; body: string }
export type Tally = {
  count: number
  firstMs: number
  lastMs: number
  delaysMs: number[]
  samples: Delivered[]
}
export type ReceiverOrder = { kind: 'begin'; samples: number; delays: boolean } | { kind: 'tally' }

const signed = ['x-svc-webhook-id', 'x-svc-webhook-timestamp', 'x-svc-webhook-signature', 'content-type']
let tally: Tally = { count: 0, firstMs: 0, lastMs: 0, delaysMs: [], samples: [] }
let wanted = { samples: 0, delays: false }

const receive = (headers: IncomingHttpHeaders, chunks: Buffer[]) => {
  const nowMs = performance.timeOrigin + performance.now()
  if (tally.count++ === 0) tally.firstMs = nowMs
  tally.lastMs = nowMs
  if (tally.samples.length < wanted.samples) {
    const kept = signed.map((name): [string, string] => [name, String(headers[name])])
    tally.samples.push({ headers: Object.fromEntries(kept), body: Buffer.concat(chunks).toString() })
  }
  if (!wanted.delays) return
  const { created_at } = JSON.parse(Buffer.concat(chunks).toString()) as { created_at: string }
  tally.delaysMs.push(nowMs - Date.parse(created_at))
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.url?.startsWith('/hang/')) return
    receive(request.headers, chunks)
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

process.on('disconnect', () => process.exit())
process.on('message', (order: ReceiverOrder) => {
  if (order.kind === 'begin') {
    wanted = order
    tally = { count: 0, firstMs: 0, lastMs: 0, delaysMs: [], samples: [] }
  }
  process.send?.(tally)
})
