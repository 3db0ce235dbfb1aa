/*
 * A handle names a row together with its application, so that no statement has to search all applications. It is part
 * of the address of a page and of an access token. It proves nothing: a secret accompanies it.
 */

const applicationPrefix = 'app_'
const requestPrefix = 'sgn_'
const part = /^[A-Za-z0-9-]{1,64}$/

export type Handle = { applicationId: string; requestId: string }

const without = (id: string, prefix: string): string => (id.startsWith(prefix) ? id.slice(prefix.length) : id)

export const handleText = ({ applicationId, requestId }: Handle): string =>
  `${without(applicationId, applicationPrefix)}.${without(requestId, requestPrefix)}`

/** Null if the text is no handle. */
export const readHandle = (text: string): Handle | null => {
  const [application = '', request = '', ...rest] = text.split('.')
  if (rest.length > 0 || !part.test(application) || !part.test(request)) return null
  return { applicationId: applicationPrefix + application, requestId: requestPrefix + request }
}

/** An access token: the application, the hash of the code that it was given for, and 32 random bytes. */
export const tokenText = ({ applicationId, codeHash }: TokenHandle, secret: string): string =>
  `${without(applicationId, applicationPrefix)}.${codeHash.toString('base64url')}.${secret}`

/** Names the row of an access token by its primary key. */
export type TokenHandle = { applicationId: string; codeHash: Buffer }

const bytes32 = /^[A-Za-z0-9_-]{43}$/

/** Null if the text is no access token. */
export const readToken = (token: string): TokenHandle | null => {
  const [application = '', codeHash = '', secret = '', ...rest] = token.split('.')
  if (rest.length > 0 || !part.test(application) || !bytes32.test(codeHash) || !bytes32.test(secret))
    return null
  return { applicationId: applicationPrefix + application, codeHash: Buffer.from(codeHash, 'base64url') }
}
