const sessionSeconds = 12 * 3_600
const browserSeconds = 365 * 86_400

type Cookie = 'session' | 'browser'
const suffixes = { session: '', browser: '_browser' } as const

/** The prefix binds a cookie to this origin. Browsers accept it over TLS only. */
const nameOf = (cookie: Cookie, isTls: boolean): string =>
  `${isTls ? '__Host-' : ''}nani_console${suffixes[cookie]}`

/** Null ends the cookie. */
export const cookieHeader = (cookie: Cookie, value: string | null, isTls: boolean): string => {
  const seconds = value === null ? 0 : cookie === 'session' ? sessionSeconds : browserSeconds
  return [
    `${nameOf(cookie, isTls)}=${value ?? ''}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isTls ? ['Secure'] : []),
  ].join('; ')
}

const secretForm = /^[A-Za-z0-9_-]{43}$/

/** The secret of a cookie; null if the browser has none, or a text that is no secret. */
export const readCookie = (header: string | undefined, cookie: Cookie, isTls: boolean): string | null => {
  const name = nameOf(cookie, isTls)
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at < 0 || pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    return secretForm.test(value) ? value : null
  }
  return null
}
