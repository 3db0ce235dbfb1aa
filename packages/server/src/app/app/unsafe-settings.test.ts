import { expect, test } from 'vitest'
import { readConfig } from './settings.ts'
import { type FoundFacts, unsafeSettings } from './unsafe-settings.ts'

const nothing: FoundFacts = {
  demo: 'none',
  fraudTwoPeople: true,
  wrappedKey: false,
  forgottenDemo: null,
  demoCreditLeft: 0,
  mayRewriteEvidence: false,
  ownsSchema: true,
  facesRefused: false,
}
const key = Buffer.alloc(32, 1).toString('base64')
const safe = {
  DATABASE_URL: 'postgres://nani@db.example/nani?sslmode=verify-full',
  NANI_MASTER_KEY: key,
}
const reported = (environment: Record<string, string>, found: Partial<FoundFacts> = {}) =>
  unsafeSettings(readConfig(environment), { ...nothing, ...found }).join('\n')

test('an installation that is configured for real data has no warnings', () => {
  expect(reported(safe)).toBe('')
  expect(reported({ ...safe, DATABASE_URL: 'postgres://nani@localhost/nani?host=%2Frun%2Fpostgresql' })).toBe(
    '',
  )
})

test('processes in containers behind proxies with TLS have no warnings', () => {
  const urls = Object.fromEntries(
    ['SANDBOX', 'PRODUCTION', 'CITIZEN', 'CONSOLE'].map((name) => [`NANI_${name}_URL`, 'https://id.example']),
  )
  expect(reported({ ...safe, ...urls, NANI_HOST: '0.0.0.0' })).toBe('')
})

test('a trial installation reports its demo and its master key', () => {
  expect(reported({}, { demo: 'production' }).split('\n')).toEqual([
    expect.stringContaining('NANI_DEMO=0'),
    expect.stringContaining('Set NANI_MASTER_KEY'),
  ])
})

test.each([
  ['the production demo', safe, { demo: 'production' }, 'every service'],
  ['the demo of the sandbox', safe, { demo: 'sandbox' }, 'may act as two people'],
  ['a demo that no setting asks for', safe, { forgottenDemo: 'app_1' }, 'update app_1 --no-approved'],
  ['demo credit that no one paid', safe, { demoCreditLeft: 9998.5 }, 'nani billing adjust -9998.5'],
  ['a master key in the database', safe, { wrappedKey: true }, 'master-key rotate'],
  ['a login that deletes nothing', safe, { ownsSchema: false }, 'past its retention'],
  ['one login for everything', safe, { mayRewriteEvidence: true }, 'NANI_OWNER_DATABASE_URL'],
  ['plain HTTP for others', { ...safe, NANI_HOST: '0.0.0.0' }, {}, 'plain HTTP on 0.0.0.0'],
  ['a plain app for other hosts', { ...safe, NANI_HOST: '0.0.0.0' }, {}, 'Citizens open'],
  ['a plain address of the app', { ...safe, NANI_CITIZEN_URL: 'http://app.example' }, {}, 'Citizens open'],
  ['metrics for others', { ...safe, NANI_HOST: '::', NANI_METRICS_PORT: '9100' }, {}, 'Metrics'],
  ['webhooks to this machine', { ...safe, NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK: '1' }, {}, 'Webhooks'],
  ['one person who may decide alone', safe, { fraudTwoPeople: false }, 'One person may confirm'],
  ['models that no one accepted', safe, { facesRefused: true }, 'NANI_FACE_MODELS_ACCEPTED=true'],
  ['a plain connection', { ...safe, DATABASE_URL: 'postgres://nani@db.example/nani' }, {}, 'not encrypted'],
] as const)('reported: %s', (_what, environment, found, line) => {
  expect(reported(environment, found)).toContain(line)
})

test.each([
  ['a certificate', { NANI_CITIZEN_CERTIFICATE_FILE: 'app.pem', NANI_CITIZEN_KEY_FILE: 'key.pem' }],
  ['a proxy with TLS', { NANI_CITIZEN_URL: 'https://app.example' }],
  ['an address of this machine', { NANI_CITIZEN_URL: 'http://[::1]:4030' }],
])('the app of citizens is safe with %s', (_what, environment) => {
  expect(reported({ ...safe, NANI_HOST: '0.0.0.0', ...environment })).not.toContain('Citizens open')
})

test('no line contains a secret of the settings', () => {
  const url = 'postgres://nani:s3cret@db.example/nani'
  expect(reported({ DATABASE_URL: url, NANI_MASTER_KEY: key, NANI_DEMO: 'production' })).not.toMatch(
    /s3cret|AQEB/,
  )
})
