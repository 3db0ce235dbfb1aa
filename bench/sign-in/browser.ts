import { createHash, randomBytes } from 'node:crypto'
import { type Dispatcher, request } from 'undici'

export const redirectUri = 'https://shop.example/callback'

type Answer = { status: number; location: string; text: string }

let browsers = 0

/** One browser of one sign-in: an address, cookies, and no redirect without being asked. */
export const openBrowser = (baseUrl: string, dispatcher: Dispatcher) => {
  const address = `10.${(browsers >> 16) & 255}.${(browsers >> 8) & 255}.${browsers++ & 255}`
  const cookies = new Map<string, string>()
  const visit = async (
    url: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await request(new URL(url, baseUrl).href, {
      dispatcher,
      method: form ? 'POST' : 'GET',
      headers: {
        ...headers,
        'x-forwarded-for': address,
        ...(cookie && { cookie }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const pair = line.split(';')[0] ?? ''
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return {
      status: answer.statusCode,
      location: String(answer.headers.location ?? ''),
      text: await answer.body.text(),
    }
  }
  return Object.assign(visit, { cookies })
}
export type Browser = ReturnType<typeof openBrowser>

/** The parameters of an authorize request, and the verifier of its challenge. */
export const authorizeQuery = (clientId: string) => {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid profile',
    state: 'state',
    nonce: 'nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return { query, verifier }
}

/** Opens the page and sends its form. */
export const sendForm = async (visit: Browser, page: string, identifier: string): Promise<void> => {
  const { text } = await visit(page)
  const proof = /name="proof" value="([^"]+)"/.exec(text)?.[1] ?? ''
  await visit(page, { proof, identifier })
}
