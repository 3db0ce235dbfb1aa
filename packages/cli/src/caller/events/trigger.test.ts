import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fakeServer, liveCredentials } from '../../../../sdk/src/testing/fake-server.ts'
import { run } from '../../run.ts'
import { sayInMemory } from '../../testing/run-in-memory.ts'
import { answer, nani } from '../../testing/run-nani.ts'
import { triggered } from '../reading-commands.ts'
import { causes } from './trigger.ts'

test('the events that the command names are those that a call causes', () => {
  expect(triggered.toSorted()).toEqual(Object.keys(causes).toSorted())
})

test('credentials of production are refused before any call, also as those of a sandbox', async () => {
  const server = await fakeServer(answer({ error: 'internal_error', message: 'Called.' }, 400))
  const folder = mkdtempSync(join(tmpdir(), 'nani-trigger-'))
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    await server.close()
  })
  const live = {
    ...{ base_url: server.baseUrl, api_key: liveCredentials.apiKey, secret_key: liveCredentials.secretKey },
    payload_encryption_key: liveCredentials.payloadEncryptionKey,
  }
  for (const content of [live, { sandbox: live }]) {
    writeFileSync(join(folder, 'shop.json'), JSON.stringify(content))
    const args = ['trigger', 'fraud_report.created', '--credentials', 'shop.json']
    const { code, err } = await sayInMemory(run, args, { env: {}, cwd: folder })
    expect({ code, calls: server.seen.length }).toEqual({ code: 1, calls: 0 })
    expect(err).toContain('error credentials_invalid')
    expect(err).toContain('holds credentials of production')
  }
})

test('--production is refused before any call', async () => {
  const { code, err, seen } = await nani(['trigger', 'fraud_report.created', '--production'], [answer({})])
  expect({ code, calls: seen.length }).toEqual({ code: 1, calls: 0 })
  expect(err).toContain('error credentials_invalid: This command makes calls of the sandbox only.')
})

test('several events are caused, one call for those that share a cause, and each is shown once', async () => {
  const event = (id: string, type: string) => ({
    ...{ id, object: 'event', type, created_at: '2026-03-15T12:00:00.000Z', livemode: false },
    data: { object: { id: 'frd_1' } },
  })
  const created = event('evt_2', 'fraud_report.created')
  const changed = event('evt_3', 'fraud_report.status_changed')
  const { code, out, seen } = await nani(
    ['trigger', 'fraud_report.created', 'fraud_report.status_changed', '--json'],
    [
      answer({ object: 'list', data: [], next_cursor: 'evt_1' }),
      answer({ id: 'frd_1' }),
      answer({ object: 'list', data: [created, changed, changed], next_cursor: 'evt_3' }),
      answer({ object: 'list', data: [], next_cursor: 'evt_3' }),
    ],
  )
  const types = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).type)
  expect({ code, types }).toEqual({ code: 0, types: [created.type, changed.type] })
  expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
