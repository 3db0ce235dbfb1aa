import { createSecretKey } from 'node:crypto'
import { purposes, scopes, serviceNames } from '@nani/contract'
import { idSource, manualClock, seededRandom } from '@nani/foundation/core/index.ts'
import { createVault } from '@nani/foundation/storage/index.ts'
import {
  createDeliverFiles,
  createFileLinks,
  type ExampleRun,
  runExamples,
  type Service,
} from '../../calls/calls/index.ts'
import type { Application } from '../../gateway/gateway/index.ts'
import { freeBilling } from '../../money/billing/index.ts'

/** Examples always have this time, so that the document changes only with the API. */
const exampleTimeMs = Date.parse('2026-03-02T09:30:00.000Z')
const exampleBaseUrl = 'http://127.0.0.1:4010'
const keyBytes = 32

/** Executes the examples of every service for an application with all rights. */
export const runServiceExamples = async (services: readonly Service[]): Promise<Map<string, ExampleRun>> => {
  const random = seededRandom('examples of the description')
  const clock = manualClock(exampleTimeMs)
  // Dummy keys: encrypted data is discarded, and links open no file.
  const bytes = Buffer.alloc(keyBytes)
  const key = createSecretKey(bytes)
  const vault = createVault(bytes, 'examples', random)
  const application: Application = {
    applicationId: 'app_example',
    organizationId: 'org_example',
    name: 'Example',
    organizationName: 'Example Bank',
    logoHash: null,
    redirectUris: new Set(),
    environment: 'sandbox',
    apiKey: 'key_test_example',
    secretKey: key,
    payloadKey: key,
    webhookKey: key,
    keysEndAtMs: Number.POSITIVE_INFINITY,
    clockAheadMs: 0,
    services: new Set(serviceNames),
    approvedServices: new Set(),
    suspendedApprovals: new Set(),
    scopes: new Set(scopes),
    purposes: new Set(purposes),
    allowlist: null,
    burstPerSecond: 1,
    quotas: new Map(),
    batchItemsPerDay: null,
    serviceSettings: new Map([['face_recognition', { may_omit_liveness: true }]]),
    thumbprints: new Set(),
  }
  const dependencies = {
    clock,
    newId: idSource(clock, random),
    billing: freeBilling,
    resultsVault: vault,
    requestsVault: vault,
    subjectKey: key,
    deliverFiles: createDeliverFiles(createFileLinks(key), async () => null),
    baseUrl: () => exampleBaseUrl,
  }
  const runs = new Map<string, ExampleRun>()
  for (const service of services)
    runs.set(service.name, await runExamples(service, application, dependencies))
  return runs
}
