import type { FastifyInstance } from 'fastify'
import { Refusal } from '../core/index.ts'

export const listen = async (app: FastifyInstance, host: string, port: number): Promise<void> => {
  try {
    await app.listen({ host, port })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    throw new Refusal('port_in_use', `Port ${port} is in use.`, { context: { port } })
  }
}

type Place = { role: 'all' | 'api' | 'worker'; host: string; port: number; scheme: 'http' | 'https' }

/** Opens a port for callers or pages, unless the process is a worker. Returns the base URL on this machine. */
export const openPort = async (
  app: FastifyInstance,
  { role, host, port, scheme }: Place,
): Promise<string> => {
  if (role === 'worker') return `${scheme}://${urlHost(host)}:${port}`
  await listen(app, host, port)
  return urlOf(app, host, scheme)
}

/** The base URL of a server that listens, as a caller on this machine reaches it. */
export const urlOf = (app: FastifyInstance, host: string, scheme: 'http' | 'https'): string => {
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen')
  return `${scheme}://${urlHost(host)}:${address.port}`
}

const urlHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
