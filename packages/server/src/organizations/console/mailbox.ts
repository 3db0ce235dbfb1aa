import { rfc3339 } from '@nani/foundation/core/index.ts'
import type { FastifyInstance } from 'fastify'
import type { ShownMail } from '../mail/index.ts'
import { securityHeaders } from '../people-surface/index.ts'

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const linkForm = /https?:\/\/[^\s<>"]+/g
const linksOf = (text: string): string[] => text.match(linkForm) ?? []

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}
article{border-top:1px solid #ccc;padding:1rem 0;overflow-wrap:anywhere}h2{font-size:1.1rem;margin:0}time{color:#555}
p{white-space:pre-line}@media (prefers-color-scheme:dark){:root{color-scheme:dark}time{color:#bbb}}`

const articleOf = ({ to, subject, text, at }: ShownMail): string => {
  const linked = escaped(text).replace(
    /https?:\/\/[^\s<>"&]+(?:&#38;[^\s<>"&]+)*/g,
    (link) => `<a href="${link}">${link}</a>`,
  )
  return `<article><h2>${escaped(subject)}</h2><div>${escaped(to)} <time>${rfc3339(at.getTime())}</time></div><p>${linked}</p></article>`
}

const page = (mails: readonly ShownMail[]): string => `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="5"><title>Mailbox</title><link rel="stylesheet" href="/mailbox.css">
</head><body><h1>Mailbox</h1>${mails.map(articleOf).join('') || '<p>No mail yet.</p>'}</body></html>`

/** The mail of the demo, the newest first. It does not exist without the demo. */
export const addMailbox = (app: FastifyInstance, shown: (() => Promise<ShownMail[] | null>) | null): void => {
  const notFound = { error: 'not_found', message: 'There is nothing at this address.' }
  app.get('/mailbox', async (_request, reply) => {
    const mails = (await shown?.()) ?? null
    reply.headers({ ...securityHeaders(null), 'Cache-Control': 'no-store' })
    if (mails === null) return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
    return reply.type('text/html; charset=utf-8').send(page(mails))
  })
  app.get('/mailbox.json', async (_request, reply) => {
    const mails = (await shown?.()) ?? null
    reply
      .headers({ ...securityHeaders(null), 'Cache-Control': 'no-store' })
      .type('application/json; charset=utf-8')
    if (mails === null) return reply.code(404).send(JSON.stringify(notFound))
    return JSON.stringify({
      data: mails.map(({ to, subject, text }) => ({ to, subject, text, links: linksOf(text) })),
    })
  })
  app.get('/mailbox.css', (_request, reply) =>
    shown === null
      ? reply.code(404).send('')
      : reply.headers(securityHeaders(null)).type('text/css; charset=utf-8').send(style),
  )
}
