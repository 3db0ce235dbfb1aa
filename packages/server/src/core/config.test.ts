import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test.each([
  ['on the embedded database', {}, true],
  ['on a database of one’s own', { DATABASE_URL: 'postgres://somewhere/nani' }, false],
  [
    'when it is said',
    { DATABASE_URL: 'postgres://somewhere/nani', NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK: 'true' },
    true,
  ],
  ['when it is denied', { NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK: 'false' }, false],
])('whether the sandbox sends events to this machine: %s', (_when, environment, allowed) => {
  expect(readConfig(environment).sandboxWebhooksAllowLoopback).toBe(allowed)
})

test('a value that is no setting stops the start and says what is', () => {
  const read = (name: string, value: string) => () => readConfig({ [name]: value })
  expect(read('NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK', 'maybe')).toThrow(ConfigError)
  expect(read('NANI_SANDBOX_WEBHOOKS_ALLOW_LOOPBACK', 'maybe')).toThrow('true or false')
})

test.each([
  [{}, true],
  [{ NANI_DEMO: '0' }, false],
  [{ NANI_DEMO: 'false' }, false],
  [{ NANI_DEMO: '1' }, true],
])('whether demo applications are made: %j', (environment, made) => {
  expect(readConfig(environment).demo).toBe(made)
})

test('faces are searched by a scan unless it is said otherwise', () => {
  const chosen = (NANI_FACE_SEARCH?: string) => readConfig({ NANI_FACE_SEARCH }).faceSearch.kind
  expect(chosen()).toBe('scan')
  expect(['scan', 'sketches', 'graph'].map(chosen)).toEqual(['scan', 'sketches', 'graph'])
  expect(chosen('https://qdrant.example')).toBe('qdrant')
  expect(() => chosen('sketch')).toThrow('sketches')
})
