const browserSeconds = 365 * 86_400
/** A visit to the sign-in service. */
const identitySeconds = 600

/** The cookies of a surface: the name of its session, and the hours of a session. */
export type CookieForm = { name: 'nani_console' | 'nani_desk'; sessionHours: number; isTls: boolean }

type Cookie = 'session' | 'browser' | 'identity'
const suffixes = { session: '', browser: '_browser', identity: '_identity' } as const

/** The prefix binds a cookie to this origin. Browsers accept it over TLS only. */
const nameOf = (cookie: Cookie, { name, isTls }: CookieForm): string =>
  `${isTls ? '__Host-' : ''}${name}${suffixes[cookie]}`

/** Null ends the cookie. */
export const cookieHeader = (cookie: Cookie, value: string | null, form: CookieForm): string => {
  const lifeSeconds = {
    session: form.sessionHours * 3_600,
    browser: browserSeconds,
    identity: identitySeconds,
  }
  const seconds = value === null ? 0 : lifeSeconds[cookie]
  return [
    `${nameOf(cookie, form)}=${value ?? ''}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(form.isTls ? ['Secure'] : []),
  ].join('; ')
}

const secretForm = /^[A-Za-z0-9_-]{43}$/

/** The secret of a cookie; null if the browser has none, or a text that is no secret. */
export const readCookie = (header: string | undefined, cookie: Cookie, form: CookieForm): string | null => {
  const name = nameOf(cookie, form)
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at < 0 || pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    return secretForm.test(value) ? value : null
  }
  return null
}
