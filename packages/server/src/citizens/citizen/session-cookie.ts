const sessionSeconds = 12 * 3_600

const nameFor = (isTls: boolean): string => (isTls ? '__Host-nani_citizen' : 'nani_citizen')

const cookie = (isTls: boolean, value: string, maxAgeSeconds: number): string =>
  [
    `${nameFor(isTls)}=${value}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isTls ? ['Secure'] : []),
  ].join('; ')

export const sessionCookie = (secret: string, isTls: boolean): string => cookie(isTls, secret, sessionSeconds)
export const endedCookie = (isTls: boolean): string => cookie(isTls, '', 0)

/** The secret of the session; null if the browser has none. */
export const readSessionCookie = (header: string | undefined, isTls: boolean): string | null => {
  const name = nameFor(isTls)
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}
