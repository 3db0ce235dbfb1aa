import { readFileSync } from 'node:fs'
import type { Log } from '@nani/foundation/core/index.ts'
import { addAppFiles, readAppFiles, type TlsOptions } from '@nani/foundation/http/index.ts'
import type { FastifyInstance } from 'fastify'
import { securityHeaders } from './security-headers.ts'

/** A browser must trust the certificate, so the operator gives one. No certificate is asked of the browser. */
export const tlsOfFiles = (certificateFile: string | null, keyFile: string | null): TlsOptions | null =>
  certificateFile && keyFile
    ? { cert: readFileSync(certificateFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
    : null

/** Passkeys need a name, and browsers treat this one like https. */
export const ownUrl = (url: string): string => url.replace('://127.0.0.1:', '://localhost:')

/**
 * Serves the pages that a build wrote to the folder. Without a build, the API works and the log says so. `calls` is the one
 * other origin that the pages may call. `usesCamera`: the pages take portraits.
 */
export const addPages = (
  app: FastifyInstance,
  folder: string,
  { surface, log, ...options }: { surface: string; log: Log; calls?(): string | null; usesCamera?: boolean },
): void => {
  const files = readAppFiles(folder)
  if (files.size === 0)
    log(`${surface}: its pages are not built. Run npm run build:web and start again.`, 'warn')
  const { calls, usesCamera = false } = options
  addAppFiles(app, files, () => securityHeaders(calls?.() ?? null, { usesCamera }))
}
