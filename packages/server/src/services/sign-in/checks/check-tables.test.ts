import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { oauthErrorsAt } from '../oauth-error.ts'
import { authorizeTable } from './authorize-checks.ts'
import { tokenTable } from './token-checks.ts'
import { userinfoTable } from './userinfo-checks.ts'

const page = readFileSync(new URL('../../../../../../docs/specification/sign-in.md', import.meta.url), 'utf8')

/** The rows of the table of checks below this heading. */
const documentedAt = (heading: string): string[] => {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
}

const tables = { authorize: authorizeTable, token: tokenTable, userinfo: userinfoTable } as const

test.each(['authorize', 'token', 'userinfo'] as const)(
  'the specification of sign-in has every check at %s in its order, with its refusals',
  (place) => {
    const rows = tables[place].map(
      ({ name, rule, refusals }) =>
        `| ${name} | ${rule} | ${refusals.map((code) => `\`${code}\``).join(', ')} |`,
    )
    expect(documentedAt(`Order at ${place}`)).toEqual(rows)
  },
)

/** These come later, from an internal error, or before the checks of the table. */
const elsewhere: readonly string[] = ['access_denied', 'server_error']

test.each(['authorize', 'token', 'userinfo'] as const)(
  'the catalogue of errors has the codes of the checks at %s, and no other',
  (place) => {
    const refused = new Set<string>(tables[place].flatMap(({ refusals }): readonly string[] => refusals))
    const withoutToken = place === 'userinfo' ? ['invalid_request'] : []
    const listed = oauthErrorsAt(place).filter((code) => ![...elsewhere, ...withoutToken].includes(code))
    expect([...refused].sort()).toEqual(listed.sort())
  },
)
