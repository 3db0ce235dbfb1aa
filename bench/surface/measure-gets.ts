import { cpuTimeMs } from '../cpu-time.ts'
import type { Browser } from './browser.ts'

const usuallyAtATime = 8
/** Of a longer list, the middle of this many pages is measured. */
const knownPages = 40

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
  /** Lists that never have a second page, each with the reason. Every other list must have one. */
  onePage?: Readonly<Record<string, string>>
  requests: number
  maxMs: number
}

type Schema = { type?: string; enum?: string[] }
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema }
type Operation = { operationId: string; parameters?: Parameter[] }
type Case = [label: string, address: string]
type Measured = { operationId: string; label: string; address: string }

/** Several lists have a filter of one name, each with values of its own. */
const isValueOf = ({ type, enum: values }: Schema, value: string): boolean =>
  type === 'integer' ? /^\d+$/.test(value) : (values?.includes(value) ?? true)

const withQuery = (address: string, members: readonly (readonly [string, string])[]): string =>
  members.length === 0
    ? address
    : `${address}?${members.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`

/** The path with its objects. A population must have an object for each parameter. */
const addressOf = (path: string, { operationId }: Operation, { ids }: GetsOrder): string =>
  `/api${path.replace(/([\w-]+)\/\{(\w+)\}/g, (_, parent, name) => {
    const id = ids[`${parent}/${name}`] ?? ids[name]
    if (!id) throw new Error(`${operationId} has no object for ${parent}/{${name}}`)
    return `${parent}/${id}`
  })}`

/** A page in the middle of a list. Null: the list has one page. */
const middleOf = async (
  { browser }: GetsOrder,
  address: string,
  always: readonly (readonly [string, string])[],
): Promise<string | null> => {
  const pages: string[] = []
  for (let next = withQuery(address, always); pages.length < knownPages; next = pages.at(-1) ?? next) {
    const { next_cursor } = await browser('GET', next)
    if (!next_cursor) break
    pages.push(withQuery(address, [...always, ['cursor', next_cursor]]))
  }
  return pages[Math.floor(pages.length / 2)] ?? null
}

const casesOf = async (path: string, operation: Operation, order: GetsOrder): Promise<Case[]> => {
  const { needed = {}, always: sent = {}, filters, onePage = {} } = order
  const { operationId, parameters = [] } = operation
  const address = addressOf(path, operation, order)
  const query = parameters.filter((one) => one.in === 'query')
  const always = [
    ...query.flatMap(({ name, required }) => (required ? [[name, needed[name] ?? ''] as const] : [])),
    ...(sent[operationId] ?? []),
  ]
  const cases: Case[] = [['first', withQuery(address, always)]]
  if (query.some(({ name }) => name === 'cursor') && !onePage[operationId]) {
    const middle = await middleOf(order, address, always)
    if (middle === null) throw new Error(`${operationId} has no second page`)
    cases.push(['middle', middle])
  }
  for (const [name, value] of filters) {
    const schema = query.find((one) => one.name === name)?.schema
    const isSent = always.some(([other]) => other === name)
    if (schema && !isSent && isValueOf(schema, value))
      cases.push([`${name}=${value}`, withQuery(address, [...always, [name, value]])])
  }
  return cases
}

/** Every GET but those of streams, which do not end. All are tried once before the first one is measured. */
const measuredOf = async (order: GetsOrder): Promise<Measured[]> => {
  const { paths } = (await order.browser('GET', '/api/openapi.json')) as unknown as {
    paths: Record<string, { get?: Operation }>
  }
  const found: Measured[] = []
  const faults: string[] = []
  for (const [path, { get }] of Object.entries(paths)) {
    if (!get || path.endsWith('/stream')) continue
    const { operationId } = get
    try {
      const cases = await casesOf(path, get, order)
      for (const [, address] of cases) await order.browser.receive(address)
      found.push(...cases.map(([label, address]) => ({ operationId, label, address })))
    } catch (error) {
      faults.push(`${operationId}: ${error instanceof Error ? error.message : error}`)
    }
  }
  if (faults.length > 0)
    throw new Error(`The population has no object for some readings.\n${faults.join('\n')}`)
  return found
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
 * Calls every GET of the description of a surface, 8 at a time. Each answer must be 2xx. It prints the 50th and 99th percentile, and
 * the CPU time of one request in the server and in its database. Returns how many are slow.
 */
export const measureGets = async (order: GetsOrder): Promise<number> => {
  const { browser, requests, maxMs, alone = [] } = order
  let slow = 0
  for (const { operationId, label, address } of await measuredOf(order)) {
    const before = cpuTimeMs(order.pid)
    const took = await measure(browser, address, {
      requests,
      atATime: alone.includes(operationId) ? 1 : usuallyAtATime,
    })
    const after = cpuTimeMs(order.pid)
    const each = (name: keyof typeof after) => ((after[name] - before[name]) / requests).toFixed(1)
    const p99 = percentile(took, 0.99)
    if (p99 > maxMs) slow++
    const figures = `p50 ${percentile(took, 0.5).toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  CPU ${each('own')} + ${each('started')} ms`
    console.log(`${operationId.padEnd(34)} ${label.padEnd(24)} ${figures}${p99 > maxMs ? '  TOO SLOW' : ''}`)
  }
  console.log(slow === 0 ? `Every p99 is at most ${maxMs} ms.` : `${slow} are above ${maxMs} ms.`)
  return slow
}
