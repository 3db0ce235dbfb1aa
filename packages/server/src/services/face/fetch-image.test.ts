import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Refusal } from '@nani/foundation/core/index.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFetchImage } from './fetch-image.ts'

let asked = 0
const server = createServer((_request, response) => {
  asked += 1
  response.end('photograph')
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())

const lookup = async () => ['127.0.0.1']
const refusalOf = (url: string) =>
  createFetchImage(lookup)(url).then(
    () => null,
    ({ code, context }: Refusal) => ({ code, ...context }),
  )

test.each([
  ['this machine by its address', (port: number) => `http://127.0.0.1:${port}/`, 'address_refused'],
  ['this machine by its name', (port: number) => `http://localhost:${port}/`, 'address_refused'],
  [
    'a public name that leads to this machine',
    (port: number) => `https://a.example.cd:${port}/`,
    'address_refused',
  ],
  ['another machine by plain HTTP', () => 'http://a.example.cd/', 'insecure_url'],
  ['a metadata service', () => 'https://169.254.169.254/latest', 'address_refused'],
])('%s is not requested', async (_what, url, reason) => {
  const { port } = server.address() as AddressInfo
  expect(await refusalOf(url(port))).toEqual({ code: 'image_unreachable', field: 'image.url', reason })
  expect(asked).toBe(0)
})
