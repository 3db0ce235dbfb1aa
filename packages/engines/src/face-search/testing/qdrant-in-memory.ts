import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Point = { id: number; vector: Record<string, number[]>; payload?: Record<string, unknown> }
type VectorParams = { size: number; distance: string }
type Operation = { upsert?: { points: Point[] }; delete?: { points: number[] } }

/**
 * The used part of Qdrant, as api.qdrant.tech documents it. Answers are `{result, status: "ok", time}`. Errors are
 * `{status: {error}, time}` with their HTTP status. Vectors of a collection with the distance Cosine are normalised.
 */
export const startQdrant = async ({ apiKey }: { apiKey: string | null }) => {
  const collections = new Map<string, { vectors: Record<string, VectorParams>; points: Map<number, Point> }>()
  const asked: string[] = []
  const trouble = { status: 0, hangs: false }

  const answer = (method: string, url: URL, body: Record<string, unknown>): [number, unknown] => {
    const [, , name = '', ...rest] = url.pathname.split('/')
    const path = rest.join('/')
    if (method === 'PUT' && path === '') {
      if (collections.has(name)) return [409, 'already exists']
      collections.set(name, { vectors: body.vectors as Record<string, VectorParams>, points: new Map() })
      return [200, true]
    }
    if (method === 'DELETE' && path === '') return [200, collections.delete(name)]
    const collection = collections.get(name)
    if (!collection) return [404, `Not found: Collection \`${name}\` doesn't exist!`]
    const { points, vectors } = collection
    if (method === 'POST' && path === 'points/batch') {
      const operations = body.operations as Operation[]
      const upserts = operations.flatMap(({ upsert }) => upsert?.points ?? [])
      const isWrong = ({ id, vector }: Point) =>
        !Number.isSafeInteger(id) ||
        id < 0 ||
        Object.entries(vector).some(([name, { length }]) => vectors[name]?.size !== length)
      if (upserts.some(isWrong)) return [400, 'Wrong input: Vector dimension error']
      for (const { upsert, delete: removed } of operations) {
        for (const point of upsert?.points ?? []) points.set(point.id, point)
        for (const id of removed?.points ?? []) points.delete(id)
      }
      const status = url.searchParams.get('wait') === 'true' ? 'completed' : 'acknowledged'
      return [200, operations.map((_, index) => ({ operation_id: index, status }))]
    }
    if (method === 'POST' && path === 'points') {
      return [200, (body.ids as number[]).flatMap((id) => points.get(id) ?? [])]
    }
    if (method === 'POST' && path === 'points/count') return [200, { count: points.size }]
    if (method === 'POST' && path === 'points/query') {
      const using = String(body.using)
      if (vectors[using]?.distance !== 'Cosine') return [400, 'Wrong input: Not existing vector name']
      return [200, { points: nearest(points, using, body.query as number[], Number(body.limit)) }]
    }
    return [404, 'no such path']
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    asked.push(`${request.method} ${url.pathname}`)
    if (trouble.hangs) return
    const authorized = apiKey === null || request.headers['api-key'] === apiKey
    const body = await readJson(request)
    const [status, result] = !authorized
      ? [401, 'Must provide an API key']
      : trouble.status > 0
        ? [trouble.status, 'trouble']
        : answer(request.method ?? '', url, body)
    const isFine = status === 200
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(isFine ? { result, status: 'ok', time: 0 } : { status: { error: result }, time: 0 }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    collections,
    asked,
    trouble,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const readJson = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

const nearest = (
  points: ReadonlyMap<number, Point>,
  using: string,
  query: readonly number[],
  limit: number,
) =>
  [...points.values()]
    .flatMap(({ id, vector }) =>
      vector[using] ? [{ id, version: 0, score: cosineOf(vector[using], query) }] : [],
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)

const cosineOf = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0) / (Math.hypot(...a) * Math.hypot(...b))
