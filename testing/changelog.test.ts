import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const changelog = readFileSync(join(import.meta.dirname, '../CHANGELOG.md'), 'utf8')

/** Faults of the releases: what an upgrade needs is first, below its own heading, and nowhere else. */
const faultsOf = (text: string): string[] =>
  text
    .split(/^## /m)
    .slice(1)
    .flatMap((release) => {
      const [title = ''] = release.split('\n')
      const [first = '', ...others] = release.split(/^### /m).slice(1)
      const isFirst = first.startsWith('Upgrade\n') && /^- /m.test(first)
      const isAgain = others.some((section) => section.startsWith('Upgrade\n'))
      return [
        ...(isFirst && !isAgain ? [] : [`${title}: no heading Upgrade with its lines, or not the first one`]),
        ...(/^- \*\*Upgrade/m.test(release) ? [`${title}: a line Upgrade outside its heading`] : []),
      ]
    })

test('each release begins with what its upgrade needs', () => {
  expect(changelog).toMatch(/^## /m)
  expect(faultsOf(changelog)).toEqual([])
})

test('a planted line outside the heading is seen', () => {
  const wrong = '## 1.0.0\n\n### Changes\n\n- **Upgrade.** A line.\n\n### Upgrade\n\n- Another.\n'
  expect(faultsOf(wrong)).toHaveLength(2)
})
