import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Described, describedOperations } from '../../testing/operations/described-operations.ts'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

type Operation = {
  operationId: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
}

let world: ConsoleWorld
let owner: Awaited<ReturnType<ConsoleWorld['signUp']>>
let operations: Described<Operation>[]
let ids: Record<string, string>
beforeAll(async () => {
  world = await startConsole()
  owner = await world.signUp()
  const { json } = await owner.post('/organizations', { name: 'Banque', rccm: 'CD/KNG/RCCM/00-B-00001' })
  const { json: made } = await owner.post(`/organizations/${json.id}/applications`, { name: 'Shop' })
  ids = { organization_id: json.id, application_id: made.id }
  operations = describedOperations((await owner.get('/openapi.json')).json)
}, 60_000)
afterAll(() => world.stop())

const pathOf = (path: string, values: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ids[name] ?? 'none'))

/** The body with one of its texts replaced, once for each text. */
const bodiesWith = (value: unknown, text: string): unknown[] => {
  if (typeof value === 'string') return [text]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    bodiesWith(member, text).map((changed) =>
      Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed },
    ),
  )
}

test('a text that the database cannot store is refused in every path, query and body, and is no error of the server', async () => {
  const answers: Record<string, number> = {}
  const note = async (what: string, { status, json }: Awaited<ReturnType<typeof owner.send>>) => {
    if (status < 400 || status >= 500) answers[`${what}: ${json.error ?? ''}`] = status
  }
  let sent = 0
  for (const { operationId, method, path, parameters = [], requestBody } of operations) {
    const example = requestBody?.content['application/json']?.example
    const body = method === 'GET' ? undefined : (example ?? {})
    for (const { name, in: place } of parameters) {
      if (place !== 'path' && place !== 'query') continue
      const url =
        place === 'path'
          ? pathOf(path, { [name]: 'a\0b' })
          : `${pathOf(path, {})}?${new URLSearchParams({ [name]: 'a\0b' })}`
      await note(`${operationId} ${place} ${name}`, await owner.send(method, url, body))
      sent++
    }
    for (const text of ['a\0b', '\ud800'])
      for (const changed of bodiesWith(example, text)) {
        const answer = await owner.send(method, pathOf(path, {}), changed)
        await note(`${operationId} body ${JSON.stringify(changed).slice(0, 80)}`, answer)
        sent++
      }
  }
  expect(answers).toEqual({})
  expect(sent).toBeGreaterThan(200)
  expect(world.logged.filter((line) => line.startsWith('internal error'))).toEqual([])
})

test('a body of deep or many values is refused everywhere, and is no error of the server', async () => {
  // The message is that of the bound: a schema also refuses these values.
  const refused = new Map<string, unknown>([
    ['The body nests too deep.', JSON.parse('['.repeat(1_500) + ']'.repeat(1_500))],
    ['The body has too many values, or nests too deep.', Array(25_000).fill(0)],
  ])
  const wrong: string[] = []
  for (const { operationId, method, path } of operations)
    for (const [message, value] of method === 'GET' ? [] : refused) {
      const { status, json } = await owner.send(method, pathOf(path, {}), { name: value })
      if (status !== 400 || !('message' in json) || json.message !== message)
        wrong.push(`${operationId}: ${status} ${JSON.stringify(json)}`)
    }
  expect(wrong).toEqual([])
  expect(world.logged.filter((line) => line.startsWith('internal error'))).toEqual([])
})
