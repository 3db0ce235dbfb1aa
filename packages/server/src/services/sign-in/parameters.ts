import { OAuthError } from './oauth-error.ts'

/** The parameters of a request, each with all of its values. A parameter without a value counts as absent (RFC 6749 § 3.1). */
export type Parameters = {
  /** The value; null if the parameter is absent or occurs several times. */
  get(name: string): string | null
  has(name: string): boolean
  /** @throws {OAuthError} if one of the names occurs twice. */
  refuseRepeated(names: readonly string[]): void
}

export const readParameters = (encoded: string): Parameters => {
  const all = new URLSearchParams(encoded)
  const values = (name: string) => all.getAll(name)
  return {
    get(name) {
      const [first, ...others] = values(name)
      return others.length > 0 || first === undefined || first === '' ? null : first
    },
    has: (name) => values(name).some((value) => value !== ''),
    refuseRepeated(names) {
      for (const name of names)
        if (values(name).length > 1)
          throw new OAuthError('invalid_request', `The parameter ${name} occurs more than once.`)
    },
  }
}

/** The value of a required parameter. */
export const required = (parameters: Parameters, name: string): string => {
  const value = parameters.get(name)
  if (value === null) throw new OAuthError('invalid_request', `The parameter ${name} is required.`)
  return value
}

/** Strangers cause rows. Their size is bounded. Some libraries put an encrypted token into `state`. */
export const maxCharacters = { state: 1_024, nonce: 512 } as const

/** PostgreSQL stores no character U+0000. */
export const storable = (name: string, value: string | null, max: number): string | null => {
  if (value !== null && value.length > max)
    throw new OAuthError('invalid_request', `The parameter ${name} has more than ${max} characters.`)
  if (value?.includes('\0'))
    throw new OAuthError('invalid_request', `The parameter ${name} contains the character U+0000.`)
  return value
}
