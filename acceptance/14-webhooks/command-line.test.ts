import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Credentials } from '../client/credentials.ts'
import { until } from '../client/kyc.ts'
import { registerOf } from '../installation/own-register.ts'
import { repositoryRoot } from '../installation/start-installation.ts'
import { applicationWith } from './endpoint.ts'
import { type Receiver, startReceiver } from './receiver.ts'

const dataDir = inject('dataDir')

let folder: string
let receiver: Receiver
let application: Credentials
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nani-command-line-'))
  receiver = await startReceiver()
  application = await applicationWith(dataDir, receiver, { services: ['kyc_validation', 'fraud_reporting'] })
  const profiles = join(folder, 'nani/profiles')
  mkdirSync(profiles, { recursive: true })
  writeFileSync(join(profiles, 'shop.json'), JSON.stringify(application), { mode: 0o600 })
})
afterAll(async () => {
  await receiver.close()
  rmSync(folder, { recursive: true })
})

/** `nani` in a folder without an installation. Credentials come from the profile. */
const start = (args: string[], env: NodeJS.ProcessEnv = {}) => {
  const child = spawn(process.execPath, [join(repositoryRoot, 'packages/operator/bin/nani.js'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code, ...said }))
  return { child, said, ended }
}

test.each(['fraud_report.created', 'batch.completed_with_errors'])(
  'nani trigger %s makes a call, and the endpoint of the profile receives the event',
  async (type) => {
    const { code, out, err } = await start(['trigger', type, '--profile', 'shop', '--json']).ended
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const event = JSON.parse(out)
    expect(event).toMatchObject({ type, livemode: false })
    await until(
      async () => receiver.deliveries.map((delivery) => delivery.event.id),
      (ids) => ids.includes(event.id),
    )
  },
)

test('nani batch create sends a CSV file and writes a line for each row, with an escaped formula', async () => {
  writeFileSync(
    join(folder, 'people.csv'),
    [
      'reference;identifier;born;match.full_name',
      'first;COD-0000-0000-0001;1988-07-21;Kabeya Ilunga Jean-Pierre',
      '=1+1;COD-0000-0000-0404;;',
      'third;no identifier;;',
    ].join('\r\n'),
  )
  const fields = 'match.full_name,match.date_of_birth,kyc.basic.last_name'
  const created = await start(['batch', 'create', 'people.csv', '--out', 'results.csv', '--fields', fields], {
    NANI_PROFILE: 'shop',
  }).ended
  expect(created).toMatchObject({ code: 0, out: '' })
  const file = readFileSync(join(folder, 'results.csv'), 'utf8')
  const [head, first, second, third] = file.split('\r\n')
  expect(head).toBe(`reference,status,result,id,error,message,${fields}`)
  expect(first).toMatch(/^first,succeeded,verified,kyc_\w+,,,match,match,Kabeya Ilunga$/)
  expect(second).toMatch(/^'=1\+1,succeeded,not_found,kyc_\w+,,,/)
  expect(third).toMatch(/^third,failed,,,invalid_identifier,.+,,,$/)
  const twice = await start(['batch', 'create', 'people.csv', '--out', 'results.csv', '--profile', 'shop'])
    .ended
  // No call is made, so that no second batch is charged.
  expect(twice).toMatchObject({ code: 1, err: expect.not.stringContaining('nani results') })
  const [, batchId] = /nani results (bat_\w+) --csv/.exec(created.err) ?? []
  const again = await start(['results', String(batchId), '--csv', '--fields', fields, '--profile', 'shop'])
    .ended
  expect(again.out).toBe(file)
})

test('nani logs tail shows the calls of an application as they occur, without the person', async () => {
  const tail = start(['logs', 'tail', '--application', application.application_id], {
    ...registerOf(dataDir),
    NANI_DATA_DIR: dataDir,
  })
  await until(
    async () => tail.said.err,
    (text) => text.includes('Ctrl-C ends it'),
  )
  const line = await until(
    async () => {
      const called = await start(['kyc', 'COD-0000-0000-0001', '--profile', 'shop']).ended
      expect(called.code).toBe(0)
      return tail.said.out
    },
    (text) => text.includes('/v1/kyc/validations'),
  )
  expect(line).toMatch(/ {2}200 {2}POST {2}\/v1\/kyc\/validations {2}\d+ ms {2}kyc_\w+ {2}req_\w+\n/)
  expect(line).not.toContain('COD-')
  tail.child.kill('SIGINT')
  expect((await tail.ended).code).toBe(0)
})
