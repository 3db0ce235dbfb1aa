/*
 * Each sign-in has a cookie of its own, so that two of them in one browser do not disturb each other. Over TLS its name
 * has the prefix `__Host-`: another host of the same domain cannot set it.
 */

const maxAgeSeconds = 300

const nameOf = (handle: string, isTls: boolean): string =>
  `${isTls ? '__Host-' : ''}nani-sign-in-${handle.split('.')[1]}`

export const setCookie = (handle: string, secret: string, isTls: boolean): string =>
  [
    `${nameOf(handle, isTls)}=${secret}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isTls ? ['Secure'] : []),
  ].join('; ')

/** Null if the browser has no cookie of this sign-in. */
export const readCookie = (header: string | undefined, handle: string, isTls: boolean): string | null => {
  const name = nameOf(handle, isTls)
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}
