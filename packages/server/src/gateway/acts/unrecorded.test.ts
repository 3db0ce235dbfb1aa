import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')

/** Steps that leave no entry in the log of acts. The list may only shrink. */
const known = ['enrolments.check_code', 'enrolments.start']

test('every act leaves an entry, except the steps of strangers that are listed', () => {
  const found = globSync('**/*.ts', { cwd: source })
    .filter((path) => !path.startsWith('gateway/acts/'))
    .flatMap((path) => {
      const text = readFileSync(join(source, path), 'utf8')
      return [...text.matchAll(/defineAct\(\{\n(?:(?!\n\}\)).)*?\n {2}unrecorded:/gs)].map(
        ([declared]) => /\n {2}name: '([^']+)'/.exec(declared)?.[1],
      )
    })
  expect(found.toSorted()).toEqual(known)
})
