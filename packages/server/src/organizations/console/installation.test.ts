import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleWorld, startConsole } from './testing/console-world.ts'

let world: ConsoleWorld
beforeAll(async () => {
  world = await startConsole()
})
afterAll(() => world.stop())

test('the pages read the address of the sandbox, and may call it and nothing else', async () => {
  const { get } = world.browser()
  const policyOf = async () => {
    const page = await fetch(world.url.replace('localhost', '127.0.0.1'))
    return /connect-src ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '')?.[1]
  }
  expect((await get('/installation')).json).toMatchObject({ sandbox_url: null })
  expect(await policyOf()).toBe("'self'")
  world.http.publicUrls.set('sandbox', 'https://sandbox.example.cd/base')
  expect((await get('/installation')).json).toMatchObject({ sandbox_url: 'https://sandbox.example.cd/base' })
  expect(await policyOf()).toBe("'self' https://sandbox.example.cd")
})
