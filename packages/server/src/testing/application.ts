import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { purposes, scopes, serviceNames } from '@nani/contract'
import type { Application } from '../gateway/gateway/index.ts'

/** An application that may do everything; `changes` take from it. */
export const testApplication = (changes: Partial<Application> = {}): Application => {
  const mark = changes.environment === 'production' ? 'live' : 'test'
  const payloadKey = createSecretKey(randomBytes(32))
  return {
    applicationId: `app_${randomUUID()}`,
    organizationId: `org_${randomUUID()}`,
    name: 'Shop',
    environment: 'sandbox',
    apiKey: `key_${mark}_${randomBytes(12).toString('hex')}`,
    secretKey: createSecretKey(randomBytes(32)),
    payloadKey,
    webhookKey: changes.payloadKey ?? payloadKey,
    keysEndAtMs: Number.POSITIVE_INFINITY,
    services: new Set(serviceNames),
    approvedServices: new Set(serviceNames),
    suspendedApprovals: new Set(),
    scopes: new Set(scopes),
    purposes: new Set(purposes),
    allowlist: null,
    burstPerSecond: 100_000,
    quotas: new Map(),
    batchItemsPerDay: null,
    serviceSettings: new Map([['face_recognition', { may_omit_liveness: true }]]),
    thumbprints: new Set(),
    organizationName: 'Bank',
    logoHash: null,
    clockAheadMs: 0,
    redirectUris: new Set(['https://shop.example/callback']),
    ...changes,
  }
}
