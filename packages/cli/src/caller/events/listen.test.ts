import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@nani/sdk'
import { expect, it, onTestFinished } from 'vitest'
import { credentials } from '../../../../sdk/src/testing/fake-server.ts'
import { answer, nani } from '../../testing/run-nani.ts'

const event = (id: string) => ({
  ...{ id, object: 'event', type: 'job.completed', livemode: false, created_at: '2026-03-15T12:00:00.000Z' },
  data: { object: { id: 'job_1', object: 'job', status: 'completed' } },
})
const page = (ids: string[], next_cursor: string) =>
  answer({ object: 'list', data: ids.map(event), next_cursor })

/** Interrupts the command when it asks for the page after `last`. It has then shown and forwarded every event. */
const interruptible = (last: string) => {
  let stop = () => {}
  const onInterrupt = (given: () => void) => {
    stop = given
    return () => {}
  }
  const lastPage = () => {
    stop()
    return page([], last)()
  }
  return { onInterrupt, lastPage }
}

const receiver = async (
  status: number,
  onEvent: (body: string, headers: NodeJS.Dict<string | string[]>) => void = () => {},
) => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.writeHead(status).end(() => onEvent(Buffer.concat(chunks).toString(), request.headers))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

it('shows new events and forwards them, signed like webhooks', async () => {
  const { onInterrupt, lastPage } = interruptible('evt_3')
  const forwarded: string[] = []
  const url = await receiver(204, (body, headers) => {
    forwarded.push(verifyWebhook(body, headers, credentials.payloadEncryptionKey).id)
  })
  const { code, out, err, seen } = await nani(
    ['listen', '--forward', url],
    [page([], 'evt_1'), page(['evt_2', 'evt_3'], 'evt_3'), lastPage],
    false,
    onInterrupt,
  )
  expect(code).toBe(0)
  expect(out).toBe(
    ['evt_2', 'evt_3']
      .map((id) => `2026-03-15T12:00:00.000Z  job.completed  ${id}  job_1  completed\n`)
      .join(''),
  )
  expect(err.replace(/\d+ ms/g, 'n ms')).toBe(
    `Listening to ${err.match(/http:\/\/\S+(?=\.)/)?.[0]}. Ctrl-C ends it.\n  → 204  n ms\n  → 204  n ms\n`,
  )
  expect(forwarded).toEqual(['evt_2', 'evt_3'])
  expect(seen.map((call) => new URLSearchParams(call.target.split('?')[1]).get('after')).slice(0, 3)).toEqual(
    ['latest', 'evt_1', 'evt_3'],
  )
})

it('begins at the given event, and continues if the receiver fails', async () => {
  const { onInterrupt, lastPage } = interruptible('evt_9')
  const url = await receiver(500)
  const pages = [page(['evt_9'], 'evt_9'), lastPage]
  const { out, err } = await nani(
    ['listen', '--after', 'evt_8', '--json', '--forward', url],
    pages,
    false,
    onInterrupt,
  )
  expect(JSON.parse(out)).toEqual(event('evt_9'))
  expect(err).toContain('→ 500')
})

it('ends with the refusal of the service', async () => {
  const refusal = answer({ error: 'invalid_request', message: 'No.', field: 'after' }, 400)
  const { code, err } = await nani(['listen', '--after', 'evt_0'], [refusal])
  expect(code).toBe(1)
  expect(err).toContain('invalid_request')
  expect((await nani(['listen', '--forward', 'ftp://x'], [])).code).toBe(1)
})
