import { invalidSetting } from '../../core/index.ts'

/** The servers that a URL of PostgreSQL names, in its order. Each has a URL of its own. */
export type DatabaseAddress = {
  servers: readonly string[]
  /** Whether only a server that accepts writes may be used: several are named, or the URL asks for it. */
  needsPrimary: boolean
}

const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/
/** What the URL may ask for. Nani writes, so that each of them means a server that accepts writes. */
const writable = ['any', 'read-write', 'primary']

const tlsParameters = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation']

/**
 * Reads a URL with one or several servers: `postgres://user:password@one:5432,two:5432/nani`. No message quotes the
 * URL, because it contains a password.
 */
export const readDatabaseAddress = (url: string, variable: string): DatabaseAddress => {
  const invalid = (why: string) => invalidSetting(`${variable} ${why}.`)
  const [, start = '', authority = '', path = '', query = ''] =
    form.exec(url) ?? refuse(invalid('must have the form postgres://user:password@host:5432/nani'))
  const parameters = new URLSearchParams(query)
  const attributes = parameters.get('target_session_attrs')
  if (attributes !== null && !writable.includes(attributes))
    refuse(invalid(`has target_session_attrs=${attributes.slice(0, 20)}. Nani writes, so use read-write`))
  // The driver ignores a name that it does not know: with ssl_mode=verify-full it would use no TLS.
  const unknown = [...parameters.keys()].find(
    (name) => /^(?:ssl|tls)/i.test(name) && !tlsParameters.includes(name),
  )
  if (unknown !== undefined)
    refuse(
      invalid(
        `has the unknown parameter ${unknown.slice(0, 20)}. For TLS use ${tlsParameters.slice(1, 5).join(', ')}`,
      ),
    )
  parameters.delete('target_session_attrs')
  parameters.delete('load_balance_hosts')
  nameOneTlsMode(parameters)
  const servers = serversOf(authority, parameters, invalid).map(({ host, port }) =>
    urlOf(start, path, parameters, { host, port }),
  )
  for (const server of servers)
    if (!URL.canParse(server)) refuse(invalid('is not a URL. Special characters of the password are encoded'))
  return { servers, needsPrimary: servers.length > 1 || attributes !== null }
}

const refuse = (error: Error): never => {
  throw error
}

/** The driver treats these modes as the strictest one, and prints a warning. */
const nameOneTlsMode = (parameters: URLSearchParams): void => {
  if (parameters.get('uselibpqcompat') === 'true') return
  if (['prefer', 'require', 'verify-ca'].includes(parameters.get('sslmode') ?? ''))
    parameters.set('sslmode', 'verify-full')
}

type Server = { host: string; port: string }

/** As in libpq, hosts and ports are lists before the path or in parameters. One port counts for all hosts. */
const serversOf = (
  authority: string,
  parameters: URLSearchParams,
  invalid: (why: string) => Error,
): Server[] => {
  const named = authority.split(',').map((part) => {
    const [, host = '', port = ''] =
      /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(part) ?? refuse(invalid('has a wrong host'))
    return { host, port }
  })
  const hosts = parameters.get('host')?.split(',')
  const ports = parameters.get('port')?.split(',')
  if (!hosts) return named
  if (ports && ports.length !== 1 && ports.length !== hosts.length)
    refuse(invalid('has another number of ports than of hosts'))
  return hosts.map((host, index) => ({
    host,
    port: ports?.[index] ?? ports?.[0] ?? named[index]?.port ?? named[0]?.port ?? '',
  }))
}

const urlOf = (start: string, path: string, parameters: URLSearchParams, { host, port }: Server): string => {
  const own = new URLSearchParams(parameters)
  own.delete('host')
  own.delete('port')
  // A socket of this machine is a directory, which only the parameter can name.
  const isSocket = host.startsWith('/')
  if (isSocket) own.set('host', host)
  const place = `${isSocket ? 'localhost' : host}${port ? `:${port}` : ''}`
  const query = own.toString()
  return `${start}${place}${path}${query ? `?${query}` : ''}`
}

/** Host and port as the driver names them. */
export const endpointOf = (server: string): { host: string; port: number } => {
  const { hostname, port, searchParams } = new URL(server)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1')
  return { host: host || 'localhost', port: Number(port || 5432) }
}

/** `host:5432/nani`, for messages: a URL without its login and parameters. */
export const placeOf = (url: string): string => {
  const { servers } = readDatabaseAddress(url, 'DATABASE_URL')
  const places = servers.map(endpointOf).map(({ host, port }) => `${host}:${port}`)
  return `${places.join(',')}${new URL(servers[0] as string).pathname.replace(/^\/$/, '')}`
}
