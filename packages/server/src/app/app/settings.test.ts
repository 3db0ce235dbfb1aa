import { Refusal } from '@nani/foundation/core/index.ts'
import { installationSettings } from '@nani/foundation/platform/index.ts'
import { expect, test } from 'vitest'
import { serverModules } from './compose.ts'
import { allSettings, readConfig } from './settings.ts'

test('the settings that commands read are those that the modules read', () => {
  expect(allSettings).toEqual({ ...installationSettings, ...serverModules.settings })
})

test.each([
  ['on the embedded database', {}, true],
  ['on a database of one’s own', { DATABASE_URL: 'postgres://somewhere/nani' }, false],
  [
    'when it is said',
    { DATABASE_URL: 'postgres://somewhere/nani', NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK: 'true' },
    true,
  ],
  ['where others reach the machine', { NANI_HOST: '0.0.0.0' }, false],
  ['when it is denied', { NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK: 'false' }, false],
])('whether the sandbox sends events to this machine: %s', (_when, environment, allowed) => {
  expect(readConfig(environment).sandboxWebhooksAllowLoopback).toBe(allowed)
})

test('an invalid value stops the start with the allowed values', () => {
  const read = (name: string, value: string) => () => readConfig({ [name]: value })
  expect(read('NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK', 'maybe')).toThrow(Refusal)
  expect(read('NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK', 'maybe')).toThrow('true or false')
})

test('a register may have a database of its own, also next to the embedded database', () => {
  const url = { NANI_REGISTER_DATABASE_URL: 'postgres://elsewhere/register' }
  expect(readConfig({ ...external, ...url }).registerDatabaseUrl).toBe(url.NANI_REGISTER_DATABASE_URL)
  expect(readConfig(external).registerDatabaseUrl).toBeNull()
  expect(readConfig(url)).toMatchObject({
    databaseUrl: null,
    registerDatabaseUrl: url.NANI_REGISTER_DATABASE_URL,
  })
  const owner = { NANI_REGISTER_OWNER_DATABASE_URL: 'postgres://elsewhere/register' }
  expect(() => readConfig({ ...external, ...owner })).toThrow('needs NANI_REGISTER_DATABASE_URL')
})

const external = { DATABASE_URL: 'postgres://somewhere/nani' }
const reachable = { NANI_HOST: '0.0.0.0' }

test.each([
  [{}, 'production'],
  [{ NANI_HOST: 'localhost' }, 'production'],
  [{ NANI_HOST: '::1' }, 'production'],
  [{ NANI_DEMO: '0' }, 'none'],
  [{ NANI_DEMO: 'false' }, 'none'],
  [{ NANI_DEMO: '1' }, 'production'],
  [external, 'none'],
  [{ ...external, NANI_DEMO: '1' }, 'sandbox'],
  [{ ...external, NANI_DEMO: 'production' }, 'production'],
  [reachable, 'none'],
  [{ NANI_HOST: '127.evil.example' }, 'none'],
  [{ ...reachable, NANI_DEMO: 'true' }, 'sandbox'],
  [{ ...reachable, NANI_DEMO: 'production' }, 'production'],
])('demo applications for a choice: %j', (environment, made) => {
  expect(readConfig(environment).demo.choice).toBe(made)
})

test('an unknown choice of demo stops the start', () => {
  expect(() => readConfig({ NANI_DEMO: 'yes' })).toThrow('NANI_DEMO is 0, 1 or production')
})

test.each([
  ['NANI_DATABASE_CONNECTIONS', '0', 'from 2 to 500'],
  ['NANI_DATABASE_CONNECTIONS', '501', 'from 2 to 500'],
  ['NANI_REGISTER_TIMEOUT_MS', '0', 'from 100 to 60000'],
  ['NANI_MAX_OPEN_ITEMS', '0', 'from 1 to'],
  ['NANI_SANDBOX_PORT', '65536', 'from 0 to 65535'],
  ['NANI_HOST', 'not a host', 'an IP address or a host name'],
  ['NANI_SANDBOX_PRT', '4010', 'NANI_SANDBOX_PORT'],
  ['DATABASE_URL', 'db.example', 'postgres://'],
])('%s=%s stops the start with the values that are allowed', (name, value, allowed) => {
  expect(() => readConfig({ [name]: value })).toThrow(allowed)
})

test('every secret may come from a file', () => {
  const secrets = Object.values(allSettings).flatMap(({ variable, secret }) => (secret ? [variable] : []))
  expect(secrets.toSorted()).toEqual([
    ...['DATABASE_URL', 'NANI_MASTER_KEY', 'NANI_MOBILE_MONEY_SECOND_SECRET', 'NANI_MOBILE_MONEY_SECRET'],
    ...['NANI_OWNER_DATABASE_URL', 'NANI_QDRANT_API_KEY', 'NANI_REGISTER_DATABASE_URL'],
    ...['NANI_REGISTER_OWNER_DATABASE_URL', 'NANI_REPLICA_DATABASE_URL'],
    ...['NANI_SMS_SECRET', 'NANI_SMTP_URL'],
  ])
})

test('a replica is one server of the database, and at most half a minute behind', () => {
  const replica = { ...external, NANI_REPLICA_DATABASE_URL: 'postgres://one/nani' }
  expect(readConfig(replica).replicaDatabaseUrl).toBe('postgres://one/nani')
  expect(() => readConfig({ ...replica, DATABASE_URL: undefined })).toThrow('needs DATABASE_URL')
  for (const several of ['postgres://one,two/nani', 'postgres:///nani?host=one,two'])
    expect(() => readConfig({ ...replica, NANI_REPLICA_DATABASE_URL: several })).toThrow('Name one standby')
  expect(readConfig({ NANI_REPLICA_MAX_LAG_SECONDS: '30' }).replicaMaxLagSeconds).toBe(30)
  expect(() => readConfig({ NANI_REPLICA_MAX_LAG_SECONDS: '31' })).toThrow(Refusal)
})

test('faces are searched by a scan by default', () => {
  const chosen = (search?: string) => readConfig({ NANI_FACE_SEARCH: search }).faceSearch.kind
  expect(chosen()).toBe('scan')
  expect(['scan', 'sketches'].map(chosen)).toEqual(['scan', 'sketches'])
  expect(chosen('https://qdrant.example')).toBe('qdrant')
  for (const unknown of ['sketch', 'graph']) expect(() => chosen(unknown)).toThrow('scan, sketches, or')
})
