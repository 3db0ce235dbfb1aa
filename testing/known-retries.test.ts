import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownRetries } from './known-retries.ts'

const maxEntries = 1
const acceptance = join(import.meta.dirname, '../acceptance')

test('the list of known retries does not grow, and each entry names a test that exists', () => {
  const names = Object.keys(knownRetries)
  expect(names.length).toBeLessThanOrEqual(maxEntries)
  for (const name of names) {
    const [file = '', title = ''] = name.split(' > ')
    expect(readFileSync(join(acceptance, file), 'utf8')).toContain(`'${title}`)
  }
})
