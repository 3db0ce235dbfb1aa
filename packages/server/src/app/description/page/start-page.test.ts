import { expect, test } from 'vitest'
import { startPage } from './start-page.ts'

const unset = { citizenUrl: 'http://localhost:4030', consoleUrl: 'http://127.0.0.1:4020' }
const linksOf = (addresses: Parameters<typeof startPage>[0]): string[] =>
  [...startPage(addresses).html.matchAll(/<a href="([^"]+)">/g)].map(([, href = '']) => href)

test('the start page of a public sandbox leaves out the addresses that were not set', () => {
  const sandbox = 'https://sandbox.id.example'
  const own = ['/docs', '/guides/', '/sandbox/scenarios', '/openapi.json']
  expect(linksOf({ ...unset, sandbox, hasGuides: true })).toEqual(own)
  const set = { citizenUrl: 'https://my.id.example', consoleUrl: 'https://console.id.example' }
  expect(linksOf({ ...set, sandbox, hasGuides: true })).toEqual(expect.arrayContaining(Object.values(set)))
})

test('the start page of one machine leads to its other servers, and only to guides that were built', () => {
  const links = linksOf({ ...unset, sandbox: 'http://127.0.0.1:4010', hasGuides: false })
  expect(links).toEqual(expect.arrayContaining(Object.values(unset)))
  expect(links).not.toContain('/guides/')
})
