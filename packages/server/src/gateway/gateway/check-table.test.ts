import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkTable, gatewayRefusals, rulesOf } from './check-table.ts'
import { checkTimestamp } from './checks/timestamp.ts'
import { type CheckRow, checkSequence, type Phase } from './define-checks.ts'
import type { RequestContext } from './request-context.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

/** The rows of the table with this header, with single blanks between the cells. */
const tableIn = (page: string, header: string): string[] => {
  const lines = page.split('\n').map((line) => line.replaceAll(/\s*\|\s*/g, ' | ').trim())
  const start = lines.indexOf(header)
  if (start < 0) throw new Error(`no table "${header}"`)
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  return lines.slice(start + 2, end)
}

const quoted = (codes: readonly string[]) => codes.map((code) => `\`${code}\``).join(', ')

describe('the documentation has the table of checks', () => {
  test('spec/checks#order-of-checks: every rule in its order, with its refusals', () => {
    const rows = checkTable
      .flatMap(rulesOf)
      .map(({ name, rule, refusals }) => `| ${name} | ${rule} | ${quoted(refusals)} |`)
    const page = read('../../../../../docs/specification/checks.md')
    expect(tableIn(page, '| Check | What must hold | Error when it fails |')).toEqual(rows)
  })

  test('the README of the gateway: the checks of each phase', () => {
    const phases: Phase[] = ['beforeBody', 'afterBody', 'local', 'admission', 'authorise']
    const namesIn = (phase: Phase) =>
      checkTable
        .filter((row) => row.phase === phase)
        .flatMap(rulesOf)
        .map(({ name }) => name)
    const rows = tableIn(read('README.md'), '| Phase | When it runs | Checks |')
    const documented = rows.map((row) => row.split(' | ')).map(([phase, , checks]) => [phase, checks])
    expect(documented).toEqual(phases.map((phase) => [`| \`${phase}\``, `${namesIn(phase).join(', ')} |`]))
  })
})

test('names are unique: the tests and the burst guard find a check by its name', () => {
  const names = checkTable.flatMap(rulesOf).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

describe('an endpoint lists the refusals that can occur there', () => {
  const codesAt = (changes: Partial<Parameters<typeof gatewayRefusals>[0]>) =>
    gatewayRefusals({ method: 'POST', service: 'kyc_validation', body: 'required', ...changes })

  test.each([
    ['no body', { body: 'none' }, ['payload_too_large', 'malformed_body', 'decryption_failed']],
    ['GET', { method: 'GET' }, ['idempotency_key_reused', 'idempotency_in_progress', 'invalid_request']],
    ['no service', { service: null }, ['service_not_enabled']],
  ] as const)('%s', (_name, changes, missing) => {
    const here = codesAt(changes)
    expect(codesAt({}).filter((code) => !here.includes(code))).toEqual(expect.arrayContaining([...missing]))
    expect(codesAt({})).toHaveLength(here.length + missing.length)
  })

  test('codes that the endpoint declares are not added, and neither is the missing route', () => {
    const codes = codesAt({})
    for (const code of ['purpose_not_approved', 'consent_required', 'quota_exceeded', 'not_found'] as const) {
      expect(codes).not.toContain(code)
    }
    expect(codes).toContain('internal_error')
  })
})

test('the compiler rejects a check that comes before the facts that it needs', () => {
  const sequence = checkSequence<RequestContext>('beforeBody')
  const check = { name: 'Timestamp', rule: 'needs the headers', refusals: [], run: checkTimestamp } as const
  // @ts-expect-error No earlier check has established the signing headers.
  const rows: readonly CheckRow[] = sequence.check(check).rows
  expect(rows).toHaveLength(1)
})
