import { createSecretKey } from 'node:crypto'
import { purposes, scopes, serviceNames } from '@nani/contract'
import { heldClock, idSource, seededRandom } from '../core/index.ts'
import {
  createDeliverFiles,
  createFileLinks,
  type Rehearsal,
  rehearse,
  type Service,
} from '../delivery/index.ts'
import type { Application } from '../gateway/index.ts'
import { createVault } from '../storage/index.ts'

/** Examples are always of this moment, so that the document changes only when what it describes does. */
const exampleTimeMs = Date.parse('2026-03-02T09:30:00.000Z')
const exampleBaseUrl = 'http://127.0.0.1:4010'
const keyBytes = 32

/** Plays the examples of every service for an application to which everything is granted. */
export const rehearseServices = async (services: readonly Service[]): Promise<Map<string, Rehearsal>> => {
  const random = seededRandom('examples of the description')
  const clock = heldClock(exampleTimeMs)
  // Keys of nothing: what they seal is thrown away, and no link of theirs opens a file.
  const bytes = Buffer.alloc(keyBytes)
  const key = createSecretKey(bytes)
  const vault = createVault(bytes, 'examples', random)
  const application: Application = {
    applicationId: 'app_example',
    environment: 'sandbox',
    apiKey: 'key_test_example',
    secretKey: key,
    payloadKey: key,
    services: new Set(serviceNames),
    approvedServices: new Set(),
    scopes: new Set(scopes),
    purposes: new Set(purposes),
    allowlist: null,
    burstPerSecond: 1,
    quotas: new Map(),
    batchItemsPerDay: null,
    mayOmitLiveness: true,
    thumbprints: new Set(),
  }
  const dependencies = {
    clock,
    newId: idSource(clock, random),
    resultsVault: vault,
    answersVault: vault,
    subjectKey: key,
    deliverFiles: createDeliverFiles(createFileLinks(key), async () => null),
    baseUrl: () => exampleBaseUrl,
  }
  const rehearsals = new Map<string, Rehearsal>()
  for (const service of services)
    rehearsals.set(service.name, await rehearse(service, application, dependencies))
  return rehearsals
}
