import { generateKeyPairSync, sign } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { photograph } from '../17-face-recognition/recognition.ts'

export type Answer<Body = Record<string, unknown>> = { status: number; json: Body; cookie: string | null }

/** One request of the app's script. */
export const appRequest = async <Body = Record<string, unknown>>(
  citizenUrl: string,
  path: string,
  { method = 'GET', body, cookie }: { method?: string; body?: object; cookie?: string } = {},
): Promise<Answer<Body>> => {
  const answer = await fetch(`${citizenUrl}/api${path}`, {
    method,
    headers: {
      'x-nani-app': '1',
      'content-type': 'application/json',
      origin: citizenUrl,
      ...(cookie && { cookie }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const setCookie = answer.headers.get('set-cookie')?.split(';')[0] ?? null
  return { status: answer.status, json: (await answer.json()) as Body, cookie: setCookie }
}

export const imageOf = (name: string): string => photograph(name).toString('base64')

/** The code of the last message to a telephone, from the page of the demo. */
export const codeFor = async (citizenUrl: string, phone: string): Promise<string> => {
  const page = await (await fetch(`${citizenUrl}/messages`)).text()
  const code = /\b[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}\b/
  const item = page.split('<li>').find((part) => part.includes(`<b>${phone}</b>`) && code.test(part))
  return code.exec(item?.split('<br>')[1] ?? '')?.[0] ?? ''
}

const maxWaitMs = 20_000
const pollMs = 200
const usedCodes = new Set<string>()

/**
 * The code of a message that has just been asked for. Messages leave after the response, so that an unknown person gets
 * it in the same time.
 */
export const nextCodeFor = async (citizenUrl: string, phone: string): Promise<string> => {
  const endsAt = Date.now() + maxWaitMs
  while (Date.now() < endsAt) {
    const code = await codeFor(citizenUrl, phone)
    if (code !== '' && !usedCodes.has(`${phone} ${code}`)) {
      usedCodes.add(`${phone} ${code}`)
      return code
    }
    await setTimeout(pollMs)
  }
  throw new Error('no code arrived')
}

export type Approval = {
  id: string
  application: string
  organization: string
  scopes: { name: string; tier: string }[]
  to_sign: string
}

/** A telephone with the app: its own code, only the documented API. */
export const openDevice = (citizenUrl: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signature = (content: string | Buffer): string =>
    sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  let cookie = ''
  const send = <Body = Record<string, unknown>>(path: string, method = 'GET', body?: object) =>
    appRequest<Body>(citizenUrl, path, { method, ...(body && { body }), cookie })
  return {
    send,
    async enrol(identifier: string, phone: string, face: string) {
      const { json } = await send('/enrolments', 'POST', { identifier, language: 'fr' })
      const steps = `/enrolments/${json.id}`
      const code = await send(`${steps}/code`, 'POST', {
        code: await nextCodeFor(citizenUrl, phone),
      })
      const looked = await send(`${steps}/face`, 'POST', { image: imageOf(face) })
      if (looked.status !== 200) return { code, looked, keyed: null }
      const key = {
        kind: 'webcrypto',
        public_key: publicKey.export({ format: 'jwk' }),
        signature: signature(Buffer.from(String(looked.json.challenge), 'base64url')),
      }
      const keyed = await send(`${steps}/key`, 'POST', { name: 'Itel A70', key })
      cookie = keyed.cookie ?? ''
      return { code, looked, keyed }
    },
    /** The request whose page shows the number, also if it notified no one. Requests with another number end. */
    async find(number: number): Promise<Approval[]> {
      return (await send<{ approvals: Approval[] }>('/approvals/find', 'POST', { number })).json.approvals
    },
    typeNumber: ({ id }: Pick<Approval, 'id'>, number: number) =>
      send(`/approvals/${id}/number`, 'POST', { number }),
    report: ({ id }: Pick<Approval, 'id'>) => send(`/approvals/${id}/report`, 'POST'),
    approve: ({ id, to_sign }: Approval, number: number, face: string) =>
      send(`/approvals/${id}`, 'POST', {
        ...{ decision: 'approve', number, signature: signature(to_sign) },
        image: imageOf(face),
      }),
    deny: ({ id }: Approval) => send(`/approvals/${id}`, 'POST', { decision: 'deny' }),
  }
}
