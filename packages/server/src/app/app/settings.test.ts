import { OperatorError } from '@nani/foundation/core/index.ts'
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
  expect(read('NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK', 'maybe')).toThrow(OperatorError)
  expect(read('NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK', 'maybe')).toThrow('true or false')
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

test('faces are searched by a scan by default', () => {
  const chosen = (search?: string) => readConfig({ NANI_FACE_SEARCH: search }).faceSearch.kind
  expect(chosen()).toBe('scan')
  expect(['scan', 'sketches'].map(chosen)).toEqual(['scan', 'sketches'])
  expect(chosen('https://qdrant.example')).toBe('qdrant')
  for (const unknown of ['sketch', 'graph']) expect(() => chosen(unknown)).toThrow('scan, sketches, or')
})
