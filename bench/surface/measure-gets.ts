import { cpuTimeMs } from '../cpu-time.ts'
import type { Browser } from './browser.ts'

const usuallyAtATime = 8
const middlePages = 20

/** What the GETs of a description are called with. */
export type GetsOrder = {
  browser: Browser
  /** The process of the product. */
  pid: number
  /** Values of path parameters, by name, or by the part of the path before them: `lists/id`. */
  ids: Record<string, string>
  /** Query members that a GET needs, by name. */
  needed?: Record<string, string>
  /** Filters that are measured one by one, in addition to the first page and one in the middle. */
  filters: readonly [name: string, value: string][]
  /** Query members that are always sent, by operation: without them the reading is refused, because it is too large. */
  always?: Readonly<Record<string, readonly (readonly [name: string, value: string])[]>>
  /** Readings that a process does one at a time. It refuses a second one. */
  alone?: readonly string[]
  requests: number
  maxMs: number
}

type Schema = { type?: string; enum?: string[] }
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema }
type Operation = { operationId: string; parameters?: Parameter[] }

/** Several lists have a filter of one name, each with values of its own. */
const isValueOf = ({ type, enum: values }: Schema, value: string): boolean =>
  type === 'integer' ? /^\d+$/.test(value) : (values?.includes(value) ?? true)

const withQuery = (address: string, members: readonly (readonly [string, string])[]): string =>
  members.length === 0
    ? address
    : `${address}?${members.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`

const addressesOf = async (
  path: string,
  { operationId, parameters = [] }: Operation,
  { browser, ids, needed = {}, always: sent = {}, filters }: GetsOrder,
) => {
  const address = `/api${path.replace(
    /([\w-]+)\/\{(\w+)\}/g,
    (_, parent, name) => `${parent}/${ids[`${parent}/${name}`] ?? ids[name] ?? 'none'}`,
  )}`
  const query = parameters.filter((one) => one.in === 'query')
  const names = query.map(({ name }) => name)
  const always = [
    ...query.flatMap(({ name, required }) => (required ? [[name, needed[name] ?? ''] as const] : [])),
    ...(sent[operationId] ?? []),
  ]
  const cases: [string, string][] = [['first', withQuery(address, always)]]
  if (names.includes('cursor')) {
    let cursor: string | null = null
    for (let page = 0; page < middlePages; page++) {
      const { next_cursor } = await browser('GET', withQuery(address, cursor ? [['cursor', cursor]] : []))
      if (!next_cursor) break
      cursor = next_cursor
    }
    if (cursor) cases.push(['middle', withQuery(address, [['cursor', cursor]])])
  }
  for (const [name, value] of filters) {
    const schema = query.find((one) => one.name === name)?.schema
    const isSent = always.some(([other]) => other === name)
    if (schema && !isSent && isValueOf(schema, value))
      cases.push([`${name}=${value}`, withQuery(address, [...always, [name, value]])])
  }
  return cases
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

type Load = { requests: number; atATime: number }

const measure = async (browser: Browser, address: string, { requests, atATime }: Load): Promise<number[]> => {
  const took: number[] = []
  let left = requests
  const work = async () => {
    while (left-- > 0) {
      const startMs = performance.now()
      await browser.receive(address)
      took.push(performance.now() - startMs)
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return took.sort((a, b) => a - b)
}

/**
 * Calls every GET of the description of a surface, 8 at a time. It prints the 50th and 99th percentile, and the CPU time of one request in
 * the server and in its database. Returns how many are slow.
 */
export const measureGets = async (order: GetsOrder): Promise<number> => {
  const { browser, requests, maxMs, alone = [] } = order
  const { paths } = (await browser('GET', '/api/openapi.json')) as unknown as {
    paths: Record<string, { get?: Operation }>
  }
  let slow = 0
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || path.endsWith('/stream')) continue
    for (const [label, address] of await addressesOf(path, get, order)) {
      const before = cpuTimeMs(order.pid)
      const took = await measure(browser, address, {
        requests,
        atATime: alone.includes(get.operationId) ? 1 : usuallyAtATime,
      })
      const after = cpuTimeMs(order.pid)
      const each = (name: keyof typeof after) => ((after[name] - before[name]) / requests).toFixed(1)
      const p99 = percentile(took, 0.99)
      if (p99 > maxMs) slow++
      const figures = `p50 ${percentile(took, 0.5).toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  CPU ${each('own')} + ${each('started')} ms`
      console.log(
        `${get.operationId.padEnd(34)} ${label.padEnd(24)} ${figures}${p99 > maxMs ? '  TOO SLOW' : ''}`,
      )
    }
  }
  console.log(slow === 0 ? `Every p99 is at most ${maxMs} ms.` : `${slow} are above ${maxMs} ms.`)
  return slow
}
