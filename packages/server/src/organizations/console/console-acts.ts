import type { Environment } from '@nani/contract'
import type { Http } from '@nani/foundation/http/index.ts'
import {
  type Connections,
  type OutboundPolicy,
  openConnections,
  systemLookup,
} from '@nani/foundation/outbound/index.ts'
import type { Platform } from '@nani/foundation/platform/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import { ownEndpointActs, webhookAnswersVault } from '../../calls/webhooks/index.ts'
import {
  type ActCell,
  type BoundAct,
  bind,
  createListCursors,
  databasesOf,
  inPlaces,
  noPlaces,
  type Places,
  placesOfMoney,
} from '../../gateway/acts/index.ts'
import type { Application } from '../../gateway/gateway/index.ts'
import { ownMoneyActs } from '../../money/invoicing/index.ts'
import type { Register } from '../../register/register/index.ts'
import type { SignIn } from '../../services/sign-in/index.ts'
import { callLogActs } from '../call-log/index.ts'
import { complianceActs, complianceSecrets } from '../compliance/index.ts'
import { conformanceActs } from '../conformance/index.ts'
import type { Mail } from '../mail/index.ts'
import {
  type CertificateDependencies,
  createBusinessComparison,
  type MembershipNeeds,
  membershipActs,
  membershipsOf,
  ownApplicationActs,
  reportToAdministrators,
} from '../organizations/index.ts'
import {
  createAttemptCounts,
  createPasswordHashing,
  type PasswordHashing,
  peopleActs,
  memberRealm as realm,
} from '../people/index.ts'
import { endReviewsOfClosed, reviewActs } from '../reviews/index.ts'
import { readInstallation } from './installation.ts'
import { openNationalIdentity } from './national-identity.ts'
import { createOwnClient } from './own-client.ts'

export type ConsoleNeeds = Pick<
  Platform,
  | 'pool'
  | 'reads'
  | 'archive'
  | 'clock'
  | 'random'
  | 'newId'
  | 'rootKey'
  | 'vaultFor'
  | 'host'
  | 'log'
  | 'pause'
  | 'role'
> & {
  http: Http
  mail: Mail
  storedRegister: Register
  certificates: CertificateDependencies
  webhookPolicies: Record<Environment, OutboundPolicy>
  directory: { findById(applicationId: string): Promise<Application | null> }
  isDemo(): Promise<boolean>
  /** Absent: of the recommended cost. */
  hashing?: PasswordHashing
  signIn: Pick<SignIn, 'exchangeCode' | 'publicKeys'>
  /** The worker of conformance runs. */
  conformance: { wake(): void }
  /** Where the applications of organizations are. Absent: all are in home. */
  places?: Places<CellOfConsole>
}

/** What a process has of a cell, in place of home. */
export type CellOfConsole = Pick<ConsoleNeeds, 'pool' | 'reads' | 'directory' | 'conformance'> & {
  cell: ActCell
}

/** Every act of the console, with the context of its module. */
export const openConsoleActs = (
  needs: ConsoleNeeds,
  origin: () => string,
): { acts: readonly BoundAct[]; close(): Promise<void> } => {
  const { pool, clock, random, newId, rootKey, vaultFor, storedRegister, certificates, isDemo, mail } = needs
  const { places = noPlaces } = needs
  const cursors = createListCursors(deriveKey(rootKey, 'console-cursors'))
  const databases = databasesOf(pool, places)
  const identity = openNationalIdentity({
    ...{ pool, clock, isDemo, origin, directory: needs.directory },
    client: createOwnClient({
      ...{ clock, newId },
      signIn: needs.signIn,
      issuerOf: needs.http.publicUrls.find,
    }),
  })
  const people = {
    ...{ ...needs, realm, origin, cursors },
    vault: vaultFor('second-factors'),
    hashing: needs.hashing ?? createPasswordHashing(random),
    attempts: createAttemptCounts(realm, deriveKey(rootKey, 'sign-in-attempts')),
    membershipsOf: (personId: string) => membershipsOf(pool, personId),
    identity,
  }
  const reviews = {
    ...{ pool, clock, newId, cursors },
    dossierVault: vaultFor('dossiers'),
    requestsVault: vaultFor('requests'),
    // Only reviewers decide as two people, and they act elsewhere.
    rules: { oneAccountMayBeTwo: false },
  }
  const organizations = {
    ...{ ...needs, ...certificates, realm, origin, cursors, databases },
    compareBusiness: createBusinessComparison({
      ...{ register: storedRegister, clock },
      views: async () => ((await isDemo()) ? ['production', 'sandbox'] : ['production']),
    }),
    endReviews: (...closing: Parameters<MembershipNeeds['endReviews']>) =>
      endReviewsOfClosed(...closing, reviews),
  }
  const money = {
    ...{ pool, clock, newId, vaultFor, cursors },
    checkKey: deriveKey(rootKey, 'invoice-check'),
  }
  const connections = connectionsOf(needs)
  const endpoints = {
    ...{ clock, cursors, connections },
    policies: needs.webhookPolicies,
    answersVault: webhookAnswersVault(needs),
    wakeMail: mail.wake,
  }
  /** The acts on applications, in home or in a cell. */
  const onApplications = ({ pool, reads, directory, conformance, cell }: Place): readonly BoundAct[] => {
    const here = { pool, clock, newId, cursors, ...(cell && { cell }) }
    return [
      ...bind(ownApplicationActs, { ...organizations, ...here }),
      ...bind(ownEndpointActs, {
        ...{ ...endpoints, ...here, applicationById: directory.findById },
        reportChange: reportOf({ mail, realm, cell }),
      }),
      ...bind(callLogActs, { ...here, databases }),
      ...bind(conformanceActs, { ...here, wake: conformance.wake }),
      ...bind(complianceActs, { ...here, realm, ...complianceSecrets({ ...needs, pool, reads }) }),
      ...bind(reviewActs, { ...reviews, ...here }),
    ]
  }
  return {
    acts: [
      ...bind([readInstallation], {
        ...{ pool, clock, addressOf: needs.http.publicUrls.find },
        offersIdentity: async () => (await identity.applicationId()) !== null,
      }),
      ...bind(peopleActs, people),
      ...bind(membershipActs, organizations),
      ...inPlaces(places, (cell) => onApplications(cell ?? needs)),
      ...inPlaces(placesOfMoney(places), (place) =>
        bind(ownMoneyActs, { ...money, ...(place && { pool: place.pool, cell: place.cell }) }),
      ),
    ],
    async close() {
      await Promise.all([connections.sandbox.close(), connections.production.close()])
    },
  }
}

/** Home, which has no `cell`, or a cell. */
type Place = Omit<CellOfConsole, 'cell'> & { cell?: ActCell }

const connectionsOf = ({ webhookPolicies, clock }: ConsoleNeeds): Record<Environment, Connections> => {
  const connect = (policy: OutboundPolicy) => openConnections({ policy, lookup: systemLookup(), clock })
  return { sandbox: connect(webhookPolicies.sandbox), production: connect(webhookPolicies.production) }
}

const reportOf =
  (needs: Parameters<typeof reportToAdministrators>[2]) =>
  (
    client: Parameters<typeof reportToAdministrators>[0],
    own: { organization_id: string; application_id: string },
  ) =>
    reportToAdministrators(
      client,
      { organizationId: own.organization_id, application: own.application_id, what: 'webhook' },
      needs,
    )
