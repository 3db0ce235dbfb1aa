import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allSettings } from '../packages/server/src/app/app/index.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/operating.md'), 'utf8')
const settings = Object.values(allSettings)

/** The rows of the table: the variables of the first column, the text of the last. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const cells = line.split(' | ')
    const variables = cells[0]?.match(/\bNANI_[A-Z_]*[A-Z]\b|\bDATABASE_URL\b/g) ?? []
    return { variables: [...new Set(variables)], text: cells.at(-1) ?? '' }
  })
  .filter(({ variables }) => variables.length > 0)

test('every setting of a module is documented in docs/operating.md, and no other', () => {
  expect(settings.length).toBeGreaterThan(20)
  const documented = rows.flatMap(({ variables }) => variables)
  expect(documented.toSorted()).toEqual(settings.map(({ variable }) => variable).toSorted())
})

test.each(settings.map((setting) => [setting.variable, setting] as const))(
  'the description of %s begins with its purpose',
  (variable, { purpose }) => {
    const row = rows.find(({ variables }) => variables.includes(variable))
    expect(row?.text.slice(0, purpose.length)).toBe(purpose)
  },
)

test('two modules never read the same variable', () => {
  const variables = settings.map(({ variable }) => variable)
  expect(variables).toEqual([...new Set(variables)])
})
