import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const variables = (text: string): string[] => [
  ...new Set(text.match(/\bNANI_[A-Z_]*[A-Z]\b|\bDATABASE_URL\b/g)),
]

test('every setting stands in docs/operating.md, and no other', () => {
  const read = variables(readFileSync(join(root, 'packages/server/src/core/config.ts'), 'utf8'))
  const table = readFileSync(join(root, 'docs/operating.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|')[1] as string)
    .join()
  expect(read.length).toBeGreaterThan(8)
  expect(variables(table).toSorted()).toEqual(read.toSorted())
})
