import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { axeSource } from '../../../testing/machine/axe-faults.ts'
import { builtFolder, readBuiltFiles } from './built-files.ts'

/*
 * Plays the citizen's API for tests of screens: it serves the built app under the policy of the server, and gives the
 * answers that a scene sets. It has no rule of its own. Journeys against the real server are in acceptance/.
 */

/** The answer to `METHOD /path`: a body for 200, or a status with a body. A function makes the answer when it is asked. */
export type Answer = { status: number; body: unknown }
export type Answers = Record<string, Answer | (() => Answer)>
export const ok = (body: unknown): Answer => ({ status: 200, body })
export const refused = (status: number, error: string, context: object = {}): Answer => ({
  status,
  body: { error, message: '', ...context },
})

const contentTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; " +
  "manifest-src 'self'; worker-src 'self'; media-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

/** Where the server also has axe, which is no file of the app. */
export const axePath = '/assets/axe.js'
const axe = Buffer.from(axeSource)

export type ContractServer = {
  origin: string
  /** What the app asked for, as `METHOD /path`, and the bodies that it sent. */
  asked: { call: string; body: unknown }[]
  setAnswers: (answers: Answers) => void
  close: () => Promise<void>
}

/**
 * `compresses`: files are sent as the server sends them. A measurement needs it. `hasViews`: the page has views of its own,
 * at any path without a point.
 */
export const openContractServer = async ({
  compresses = false,
  files = readBuiltFiles(builtFolder),
  hasViews = false,
} = {}): Promise<ContractServer> => {
  const asked: ContractServer['asked'] = []
  let answers: Answers = {}

  const sendFile = (path: string, response: ServerResponse) => {
    const isView = path === '/' || path === '/revoke' || (hasViews && !path.includes('.'))
    const name = isView ? '/index.html' : path
    const content = name === axePath ? axe : files.get(name)
    const zipped = compresses && content && !name.endsWith('.png') ? gzipSync(content) : null
    response.writeHead(content ? 200 : 404, {
      ...(zipped && { 'Content-Encoding': 'gzip' }),
      'Content-Type': contentTypes[extname(name)] ?? 'text/plain',
      // As the server: the browser keeps what it compiled for the next page.
      ...(name.startsWith('/assets/') && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
      'Content-Security-Policy': policy,
    })
    response.end(zipped ?? content)
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://server')
    // Any application has the mark of the app as its logo.
    if (/^\/(installation-logo|logos)\//.test(pathname)) return sendFile('/icon-192.png', response)
    if (pathname.endsWith('/proposed-logo')) return sendFile('/icon.svg', response)
    if (!pathname.startsWith('/api/')) return sendFile(pathname, response)
    const call = `${request.method} ${pathname.slice(4)}`
    asked.push({ call, body: await bodyOf(request) })
    const answer = answers[call] ?? refused(404, 'not_found')
    const { status, body } = typeof answer === 'function' ? answer() : answer
    response.writeHead(status, { 'Content-Type': 'application/json', 'X-Server-Time': String(Date.now()) })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    asked,
    setAnswers: (next) => {
      answers = next
      asked.length = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? null : JSON.parse(text)
}
