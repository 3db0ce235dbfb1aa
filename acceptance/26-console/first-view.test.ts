import { gzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'

const maxBytes = 250_000

const bodyOf = async (url: string | URL): Promise<Buffer> => {
  const answer = await fetch(url)
  expect(answer.status, String(url)).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

test.each(['console', 'desk'] as const)(
  'the first view of the %s, as installed, is at most 250 kB compressed',
  async (name) => {
    const url = inject(`${name}Url`)
    const page = await bodyOf(url)
    const linked = [...page.toString().matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      ([, path = '']) => path,
    )
    expect(linked.filter((path) => path.endsWith('.js')).length).toBeGreaterThanOrEqual(2)
    const files = await Promise.all(linked.map((path) => bodyOf(new URL(path, url))))
    const bytes = [page, ...files].reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
    expect(bytes).toBeLessThanOrEqual(maxBytes)
  },
)
