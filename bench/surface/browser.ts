import { createServer } from 'node:net'
import { codeOfStep, stepAt } from '@nani/server/organizations/people/index.ts'

export type Json = Record<string, string> & {
  data: Json[]
  next_cursor: string | null
  counterpart: Json
  links: string[]
}
export type Browser = (method: string, path: string, body?: object) => Promise<Json>

/** A browser with its cookies. */
export const openBrowser = (url: string): Browser => {
  const cookies = new Map<string, string>()
  return async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method !== 'GET' && { 'x-nani-app': '1', 'content-type': 'application/json' }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const text = await answer.text()
    // An object that the population does not have is measured like one that it has.
    if (!answer.ok && answer.status !== 404) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : ({} as Json)
  }
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((digit) => digits.indexOf(digit).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Adds a second factor to the account of the session. */
export const addTotp = async (browser: Browser): Promise<void> => {
  const { secret = '' } = await browser('POST', '/api/me/totp')
  await browser('POST', '/api/me/totp/confirm', { code: codeOfStep(fromBase32(secret), stepAt(Date.now())) })
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
