import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { purposes, scopes, serviceNames } from '@nani/contract'
import type { Application } from '../gateway/index.ts'

/** An application that may do everything; `changes` take from it. */
export const testApplication = (changes: Partial<Application> = {}): Application => {
  const mark = changes.environment === 'production' ? 'live' : 'test'
  return {
    applicationId: `app_${randomUUID()}`,
    environment: 'sandbox',
    apiKey: `key_${mark}_${randomBytes(12).toString('hex')}`,
    secretKey: createSecretKey(randomBytes(32)),
    payloadKey: createSecretKey(randomBytes(32)),
    services: new Set(serviceNames),
    approvedServices: new Set(serviceNames),
    scopes: new Set(scopes),
    purposes: new Set(purposes),
    allowlist: null,
    burstPerSecond: 100_000,
    quotas: new Map(),
    batchItemsPerDay: null,
    mayOmitLiveness: true,
    thumbprints: new Set(),
    ...changes,
  }
}
