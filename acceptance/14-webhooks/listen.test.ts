import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { post } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { asynchronously, finishedJob, kycRequest, singlePath, until } from '../client/kyc.ts'
import type { Job } from '../client/shapes.ts'
import { createApplication } from '../installation/applications.ts'
import { repositoryRoot } from '../installation/start-installation.ts'
import { signatureOf, startReceiver, type WebhookEvent } from './receiver.ts'

const dataDir = inject('dataDir')

const runJob = async (application: Credentials) => {
  const { json } = await post<Job>(
    application,
    singlePath,
    kycRequest('0001', { scopes: [] }),
    asynchronously,
  )
  return finishedJob(application, json.id)
}

/** `nani listen` with the credentials of an application, until it is interrupted. */
const startListening = (application: Credentials, ...flags: string[]) => {
  const file = join(dataDir, `${application.application_id}.json`)
  writeFileSync(file, JSON.stringify(application), { mode: 0o600 })
  const child = spawn(
    process.execPath,
    ['packages/operator/bin/nani.js', 'listen', '--credentials', file, ...flags],
    { cwd: repositoryRoot, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  return {
    said,
    listening: () =>
      until(
        async () => said.err,
        (text) => text.includes('Ctrl-C ends it'),
      ),
    async interrupt(): Promise<unknown> {
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      return (await ended)[0]
    },
  }
}

test('nani listen shows what happens from now on and forwards it, signed as a webhook is', async () => {
  const application = await createApplication(dataDir)
  const before = await runJob(application)
  const receiver = await startReceiver()
  onTestFinished(() => receiver.close())
  const listener = startListening(application, '--forward', receiver.url)
  await listener.listening()
  const job = await runJob(application)
  const forwarded = await receiver.arrived(2)
  expect(receiver.types().sort()).toEqual(['job.completed', 'kyc_validation.completed'])
  for (const delivery of forwarded) {
    expect(delivery.event.data.object).toEqual(job)
    expect(delivery.headers['x-svc-webhook-id']).toBe(delivery.event.id)
    expect(delivery.headers['x-svc-webhook-signature']).toBe(signatureOf(delivery, application))
  }
  await until(
    async () => listener.said.err,
    (text) => text.split('204').length === 3,
  )
  expect(await listener.interrupt()).toBe(0)
  const lines = listener.said.out.trim().split('\n')
  expect(lines).toHaveLength(2)
  for (const [index, line] of lines.entries()) {
    const event = forwarded[index]?.event as WebhookEvent
    for (const part of [event.type, event.id, job.id, 'completed']) expect(line).toContain(part)
  }
  expect(listener.said.out).not.toContain(before.id)
})

test('nani listen --after begins with the event that follows', async () => {
  const application = await createApplication(dataDir)
  const job = await runJob(application)
  const all = startListening(application, '--json')
  await all.listening()
  const next = await runJob(application)
  await until(
    async () => all.said.out,
    (text) => text.split('\n').length === 3,
  )
  await all.interrupt()
  const [first] = all.said.out.split('\n').map((line) => line && (JSON.parse(line) as WebhookEvent))
  if (!first) throw new Error('an event was expected')
  expect(first.data.object.id).toBe(next.id)
  expect(first.data.object.id).not.toBe(job.id)
  const rest = startListening(application, '--json', '--after', first.id)
  const line = await until(
    async () => rest.said.out.split('\n')[0] ?? '',
    (text) => text !== '',
  )
  await rest.interrupt()
  expect(JSON.parse(line)).toMatchObject({ object: 'event', data: { object: next } })
  expect(JSON.parse(line).id).not.toBe(first.id)
})
