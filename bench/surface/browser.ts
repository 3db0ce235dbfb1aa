import { Agent, request } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { codeOfStep, stepAt } from '@nani/server/organizations/people/index.ts'

export type Json = Record<string, string> & {
  data: Json[]
  next_cursor: string | null
  counterpart: Json
  links: string[]
}
export type Browser = {
  (method: string, path: string, body?: object): Promise<Json>
  /** Receives the whole answer of a GET, and reads nothing of it. What the page does with it is not part of a measurement. */
  receive(path: string): Promise<void>
}

/** A browser with its cookies. It keeps its connections. */
export const openBrowser = (url: string): Browser => {
  const cookies = new Map<string, string>()
  const agent = new Agent({ keepAlive: true })
  const send = (method: string, path: string, body?: object) =>
    new Promise<{ bytes: Buffer; isGzip: boolean; isJson: boolean }>((resolve, reject) => {
      const sent = request(`${url}${path}`, {
        ...{ method, agent },
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'accept-encoding': 'gzip',
          ...(method !== 'GET' && { 'x-nani-app': '1', 'content-type': 'application/json' }),
        },
      })
      sent.on('error', reject)
      sent.on('response', (answer) => {
        for (const line of answer.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const parts: Buffer[] = []
        answer.on('error', reject)
        answer.on('data', (part) => parts.push(part))
        answer.on('end', () => {
          const { 'content-encoding': encoding, 'content-type': type } = answer.headers
          const bytes = Buffer.concat(parts)
          // A population has every object that is asked for, so that a measurement is never of a refusal.
          const { statusCode: status = 0 } = answer
          if (status < 200 || status > 299) return reject(new Error(`${method} ${path}: ${status} ${bytes}`))
          resolve({ bytes, isGzip: encoding === 'gzip', isJson: String(type).includes('json') })
        })
      })
      sent.end(method === 'GET' ? undefined : JSON.stringify(body ?? {}))
    })
  const browser = async (method: string, path: string, body?: object): Promise<Json> => {
    const { bytes, isGzip, isJson } = await send(method, path, body)
    return isJson ? JSON.parse(String(isGzip ? gunzipSync(bytes) : bytes)) : ({} as Json)
  }
  return Object.assign(browser, { receive: async (path: string) => void (await send('GET', path)) })
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
