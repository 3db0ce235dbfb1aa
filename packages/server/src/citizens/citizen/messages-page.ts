import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { FastifyInstance } from 'fastify'
import type { ShownSms } from '../sms/index.ts'
import { securityHeaders } from './security-headers.ts'

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}
ol{padding:0 0 0 1.5rem}li{margin:0 0 1rem;overflow-wrap:anywhere}time{color:#555}
@media (prefers-color-scheme:dark){:root{color-scheme:dark}time{color:#bbb}}`
const refreshSeconds = 3

/** The messages that the demo would have sent, the newest first. It works without script. */
const page = (messages: readonly ShownSms[]): string => `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="${refreshSeconds}"><title>Messages</title><link rel="stylesheet" href="/messages.css">
</head><body><h1>Messages</h1><ol>${messages
  .map(
    ({ to, text, at }) =>
      `<li><b>${escaped(to)}</b> <time>${rfc3339(at.getTime())}</time><br>${escaped(text)}</li>`,
  )
  .join('')}</ol></body></html>`

/** The telephone of the demo. It does not exist without the demo. */
export const addMessagesPage = (app: FastifyInstance, shown: () => Promise<ShownSms[]>): void => {
  app.get('/messages', async (_request, reply) => {
    reply.headers({ ...securityHeaders, 'Cache-Control': 'no-store' }).type('text/html; charset=utf-8')
    return page(await shown())
  })
  app.get('/messages.css', (_request, reply) =>
    reply.headers(securityHeaders).type('text/css; charset=utf-8').send(style),
  )
}
