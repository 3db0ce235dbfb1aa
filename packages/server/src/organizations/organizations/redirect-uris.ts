import type { Environment } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'

const maxCharacters = 2_000
const loopbackHosts: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']

/**
 * spec/sign-in#redirect-addresses: https, and http on loopback in the sandbox. An address is kept as it was written,
 * because a sign-in compares it byte for byte.
 */
export const redirectUris = (addresses: readonly string[], environment: Environment): string[] => {
  for (const address of addresses) {
    const reason = refusedBecause(address, environment)
    if (reason !== null)
      throw new Refusal('application_setting_invalid', `The redirect address "${address}" ${reason}.`)
  }
  return [...new Set(addresses)]
}

const refusedBecause = (address: string, environment: Environment): string | null => {
  if (address.length > maxCharacters) return `has more than ${maxCharacters} characters`
  // A parser of URLs repairs spaces, line ends and backslashes. Two parsers could then see two addresses.
  if (!/^[\x21-\x7e]+$/.test(address) || /[\\<>"'`{}|^]/.test(address))
    return 'contains a character that must be percent-encoded'
  if (!URL.canParse(address)) return 'is not an absolute URL'
  const { protocol, hostname, username, password } = new URL(address)
  if (!/^https?:\/\/[^/]/i.test(address)) return 'must begin with https:// and a host'
  if (address.includes('#')) return 'must not have a fragment'
  if (username !== '' || password !== '') return 'must not contain a user name or password'
  if (hostname.includes('*')) return 'must not contain a wildcard'
  if (protocol === 'https:') return null
  if (protocol !== 'http:') return 'must use https'
  if (environment !== 'sandbox') return 'must use https'
  return loopbackHosts.includes(hostname) ? null : 'must use https: http is for loopback only'
}
