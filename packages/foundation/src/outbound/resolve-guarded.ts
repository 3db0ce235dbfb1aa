import { Resolver } from 'node:dns/promises'
import { checkAddresses, checkUrl, isLocalName, literalAddress, type OutboundPolicy } from './check-url.ts'
import { OutboundRefused } from './refused.ts'

/** All addresses of a name. Rejects or returns none if it has none. */
export type Lookup = (hostname: string) => Promise<string[]>

/** A checked target. Its addresses are never resolved again. */
export type GuardedTarget = { url: URL; addresses: readonly string[] }

/**
 * Checks an address and resolves its host once. Connect only to `addresses`, because a second resolution can give
 * another address. Throws OutboundRefused.
 *
 * @example const target = await resolveGuarded('https://example.org/hook', publicOnly, { lookup: systemLookup() })
 */
export const resolveGuarded = async (
  text: string,
  policy: OutboundPolicy,
  { lookup }: { lookup: Lookup },
): Promise<GuardedTarget> => {
  const url = checkUrl(text, policy)
  const literal = literalAddress(url)
  const addresses = literal ? [literal] : await resolve(url.hostname, lookup)
  checkAddresses(addresses, url, policy)
  return { url, addresses }
}

const resolve = async (hostname: string, lookup: Lookup): Promise<string[]> => {
  if (isLocalName(hostname)) return ['127.0.0.1', '::1']
  try {
    return await lookup(hostname)
  } catch (error) {
    const code = (error as { code?: string }).code ?? 'unknown cause'
    throw new OutboundRefused('name_not_found', `${hostname} could not be resolved (${code}).`)
  }
}

const tries = 2
const absent = new Set(['ENODATA', 'ENOTFOUND'])

/**
 * Asks the name servers directly, A and AAAA at the same time. The system's resolver uses four threads that the whole
 * process shares. A dead name server of one customer would delay all others.
 */
export const systemLookup = (timeoutMs = 1_500, servers?: readonly string[]): Lookup => {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers) resolver.setServers(servers)
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    throw failures.find((error) => !absent.has(error.code)) ?? failures[0]
  }
}
