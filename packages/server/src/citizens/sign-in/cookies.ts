/*
 * Each sign-in has a cookie of its own, so that two of them in one browser do not disturb each other. Over TLS its name
 * has the prefix `__Host-`: another host of the same domain cannot set it.
 */

const maxAgeSeconds = 300

/** The secret of the browser, and what was entered in it, sealed. */
type Kind = 'secret' | 'entered'
const prefixes: Readonly<Record<Kind, string>> = { secret: 'nani-sign-in-', entered: 'nani-entered-' }

const nameOf = (handle: string, isTls: boolean, kind: Kind): string =>
  `${isTls ? '__Host-' : ''}${prefixes[kind]}${handle.split('.')[1]}`

export const setCookie = (handle: string, value: string, isTls: boolean, kind: Kind = 'secret'): string =>
  [
    `${nameOf(handle, isTls, kind)}=${value}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isTls ? ['Secure'] : []),
  ].join('; ')

/** Null if the browser has no cookie of this sign-in. */
export const readCookie = (
  header: string | undefined,
  handle: string,
  isTls: boolean,
  kind: Kind = 'secret',
): string | null => {
  const name = nameOf(handle, isTls, kind)
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}
