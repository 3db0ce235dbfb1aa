import type { IncomingMessage } from 'node:http'
import type { Environment } from '@nani/contract'
import type { FastifyInstance } from 'fastify'
import type { IdSource, Log } from '../core/index.ts'
import { addressList } from '../core/index.ts'
import {
  type AnswerMemories,
  type AnswerMemoryBounds,
  answerMemoryBounds,
  createAnswerMemories,
} from './answer-memory.ts'
import { type BodyBudget, bodyBudget } from './body-budget.ts'
import { connectionLimits } from './connection-limits.ts'
import { type ConsolePages, createConsolePages } from './console-pages.ts'
import { type Peer, resolvePeer, type TrustCertificate } from './peer.ts'
import { createServer, type TlsOptions } from './server.ts'

/** The resources that all servers and surfaces of a process share. */
export type Http = {
  /** `surface` names the server in the metrics. Those of pages also answer HEAD. */
  createServer(tls: TlsOptions | null, surface?: string): FastifyInstance
  /** The servers by the name of their surface. */
  servers: ReadonlyMap<string, FastifyInstance>
  /** The memory of all bodies of the process, and of unsent responses. */
  bodies: BodyBudget
  answerMemories: AnswerMemories
  peerOf(message: IncomingMessage): Peer
  publicUrls: PublicUrls
  consolePages: ConsolePages
  /** Logs the details of a 500, which the caller does not get. */
  onInternalError(requestId: string, detail: string): void
}

/** The base URL of each environment. It is known when its server listens, or earlier if it is a setting. */
export type PublicUrls = {
  of(environment: Environment): string
  /** Null: no server listens for it yet. */
  find(environment: Environment): string | null
  set(environment: Environment, url: string): void
}

export type HttpOptions = {
  newId: IdSource
  log: Log
  trustsCertificate: TrustCertificate
  trustedProxies: readonly string[]
  connectionsPerAddress?: number
  /** For all bodies. Those of one holder use half of it at most. */
  maxBodyBytes?: number
  answerBounds?: AnswerMemoryBounds
}

/** The servers of pages. The API of callers refuses HEAD by the rules of its own routes. */
const surfacesOfPages: ReadonlySet<string | undefined> = new Set(['citizen', 'console', 'desk'])
const maxBodyBytesHeld = 512 * 1024 * 1024

export const openHttp = (options: HttpOptions): Http => {
  const { newId, log, trustsCertificate, maxBodyBytes = maxBodyBytesHeld } = options
  const { connectionsPerAddress: maxPerAddress = connectionLimits.maxPerAddress } = options
  const proxies = addressList(options.trustedProxies)
  const servers = new Map<string, FastifyInstance>()
  const bodies = bodyBudget(maxBodyBytes, maxBodyBytes / 2)
  const onInternalError = (requestId: string, detail: string) =>
    log(`internal error: ${requestId} ${detail}`, 'error')
  return {
    createServer(tls, surface) {
      const limits = { ...connectionLimits, maxPerAddress }
      const answersHead = surfacesOfPages.has(surface)
      const app = createServer({ tls, newId, proxies, onInternalError, limits, answersHead })
      if (surface !== undefined) servers.set(surface, app)
      return app
    },
    servers,
    bodies,
    answerMemories: createAnswerMemories(bodies, options.answerBounds ?? answerMemoryBounds),
    peerOf: (message) => resolvePeer(message, proxies, trustsCertificate),
    publicUrls: createPublicUrls(),
    consolePages: createConsolePages(),
    onInternalError,
  }
}

const createPublicUrls = (): PublicUrls => {
  const urls = new Map<Environment, string>()
  return {
    of(environment) {
      const url = urls.get(environment)
      if (url === undefined) throw new Error(`no server listens for ${environment} yet`)
      return url
    },
    find: (environment) => urls.get(environment) ?? null,
    set: (environment, url) => void urls.set(environment, url),
  }
}
