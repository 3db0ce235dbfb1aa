import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { ShownMail } from '../mail/index.ts'
import { addMailbox } from './mailbox.ts'

const hostile = '<img src=x onerror=alert(1)>"\u202eevil'
const mails = [
  {
    ...{ to: hostile, subject: hostile, at: new Date('2026-11-24T10:00:00Z') },
    text: `${hostile} https://console.example.cd/a?b=1&c=2`,
  },
  { to: 'b@example.cd', subject: 'Older', text: 'No link.', at: new Date('2026-11-24T09:00:00Z') },
] as ShownMail[]

const open = (shown: (() => Promise<ShownMail[] | null>) | null) => {
  const app = Fastify()
  addMailbox(app, shown)
  return (url: string) => app.inject({ url })
}

test('the mailbox of the demo lists mails in their order, with their links', async () => {
  const get = open(async () => mails)
  expect((await get('/mailbox.json')).json()).toEqual({
    data: [
      {
        ...{ to: hostile, subject: hostile, text: mails[0]?.text },
        links: ['https://console.example.cd/a?b=1&c=2'],
      },
      { to: 'b@example.cd', subject: 'Older', text: 'No link.', links: [] },
    ],
  })
})

test('the text of a stranger is no element of its page, and the page runs no script', async () => {
  const { body, headers } = await open(async () => mails)('/mailbox')
  expect(body).not.toContain('<img')
  expect(body).toContain('&#60;img src=x onerror=alert(1)&#62;')
  expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'/)
  expect(headers['cache-control']).toBe('no-store')
})

test('there is no mailbox without the demo, nor when the demo has ended', async () => {
  for (const shown of [null, async () => null])
    for (const path of ['/mailbox', '/mailbox.json']) expect((await open(shown)(path)).statusCode).toBe(404)
})
