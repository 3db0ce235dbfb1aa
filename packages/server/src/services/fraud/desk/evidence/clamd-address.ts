import { invalidSetting } from '@nani/foundation/core/index.ts'

/** Where the daemon listens: a socket of this machine, or a host and a port. */
export type ClamdAddress = { path: string } | { host: string; port: number }

const maxPort = 65_535

/** `/run/clamav/clamd.ctl`, `clamd:3310` or `[::1]:3310`. */
export const readClamdAddress = (variable: string, text: string): ClamdAddress => {
  if (text.startsWith('/')) return { path: text }
  const [, host, port] = /^(\[[0-9a-fA-F:]+\]|[^:/\s]+):(\d{1,5})$/.exec(text) ?? []
  if (!host || Number(port) < 1 || Number(port) > maxPort) {
    throw invalidSetting(`${variable} is host:port or the absolute path of a socket, not "${text}".`)
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}
