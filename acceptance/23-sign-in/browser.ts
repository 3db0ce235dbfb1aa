import { setTimeout } from 'node:timers/promises'
import type { Credentials } from '../client/credentials.ts'
import { certificateOf, exchange, type HttpAnswer } from './exchange.ts'

/** A page as a browser without script sees it. */
export type SeenPage = HttpAnswer & { url: string }

const maxRedirects = 5
const pollMs = 300

/**
 * A browser without script: cookies, redirects, forms. It stops before it leaves the address of the installation, and
 * returns the address to which it would go.
 */
export const openBrowser = (
  base: Pick<Credentials, 'base_url' | 'ca_file'>,
  headers: Record<string, string> = {},
) => {
  const cookies = new Map<string, string>()

  const request = async (url: string, options: { method?: string; form?: Record<string, string> } = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await exchange(url, {
      method: options.method ?? 'GET',
      headers: {
        ...headers,
        ...(cookie && { cookie }),
        ...(options.form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: options.form ? new URLSearchParams(options.form).toString() : undefined,
      ...certificateOf({ ca_file: base.ca_file }),
    })
    for (const line of answer.setCookies) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return answer
  }

  /** Follows redirects inside of the installation. */
  const visit = async (
    url: string,
    options: { method?: string; form?: Record<string, string> } = {},
  ): Promise<SeenPage> => {
    let at = new URL(url, base.base_url).href
    let answer = await request(at, options)
    for (let count = 0; count < maxRedirects && answer.status === 303; count++) {
      const location = new URL(answer.headers.location ?? '', at).href
      if (!location.startsWith(`${base.base_url}/`)) return { ...answer, url: location }
      at = location
      answer = await request(at)
    }
    return { ...answer, url: at }
  }

  /** Sends a form of the page with these fields. */
  const submit = (page: SeenPage, fields: Record<string, string>, which = 0): Promise<SeenPage> => {
    const form = formsOf(page.text)[which]
    if (!form) throw new Error(`the page has no form ${which}: ${page.text}`)
    return visit(new URL(form.action, page.url).href, {
      method: 'POST',
      form: { ...form.hidden, ...fields },
    })
  }

  /** Loads the page again until it leads away. */
  const waitForCallback = async (page: SeenPage, maxMs = 70_000): Promise<URL> => {
    const endsAt = Date.now() + maxMs
    let seen = page
    while (Date.now() < endsAt) {
      if (!seen.url.startsWith(`${base.base_url}/`)) return new URL(seen.url)
      await setTimeout(pollMs)
      seen = await visit(seen.url)
    }
    throw new Error(`the page led nowhere: ${seen.text}`)
  }

  return { cookies, visit, submit, waitForCallback, request }
}

type Form = { action: string; hidden: Record<string, string> }

const formsOf = (page: string): Form[] =>
  [...page.matchAll(/<form method="post" action="([^"]+)">([\s\S]*?)<\/form>/g)].map(
    ([, action = '', content = '']) => ({
      action: action.replaceAll('&amp;', '&'),
      hidden: Object.fromEntries(
        [...content.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
          ([, name = '', value = '']) => [name, value],
        ),
      ),
    }),
  )
