import type { CitizenApproval, ShownInstallation } from '@nani/contract'
import type { Archive } from '@nani/foundation/archive/index.ts'
import type pg from 'pg'
import {
  type BoundAct,
  bind,
  databasesOf,
  inEveryDatabase,
  inFoundPlaces,
  inPlaceOfObject,
  noPlaces,
  type Places,
  usable,
} from '../../gateway/acts/index.ts'
import type { Installation } from '../../organizations/organizations/index.ts'
import {
  followApprovals,
  readHandle,
  type SignIn,
  signInAnswers,
  waitingSignIns,
} from '../../services/sign-in/index.ts'
import {
  type AccessDependencies,
  accessActs,
  accessReadings,
  applicationOfAccess,
} from '../accesses/index.ts'
import { type CitizenDevices, deviceActs, devicesFromHome } from '../citizen-devices/index.ts'
import {
  applicationOfConsent,
  type ConsentDependencies,
  listConsentsOnDevice,
  ownConsentActs,
} from '../consents/index.ts'
import { type PushOffer, subscriptionActs } from '../notifier/index.ts'
import { describeApi } from './describe-api.ts'
import { listHistory } from './history.ts'

export type CitizenActNeeds = {
  citizenDevices: CitizenDevices
  signIn: Pick<SignIn, 'approvals' | 'listAnswers'>
  accesses: AccessDependencies
  consents: ConsentDependencies
  push: PushOffer
  installation: Installation
  origin(): string
  /** Where applications are. Absent: all are in home. */
  places?: Places<CellOfCitizens>
}

/** What a process has of a cell, in place of home. */
export type CellOfCitizens = {
  pool: pg.Pool
  archive: Archive
  consents: ConsentDependencies
  signIn: Pick<SignIn, 'approvals'>
}

/** Every act and reading of citizens, with the context of its module. */
export const bindCitizenActs = (needs: CitizenActNeeds): readonly BoundAct[] => {
  const { citizenDevices, push } = needs
  const { pool, clock } = citizenDevices.dependencies
  const app = () => ({ origin: needs.origin() })
  const devices = { ...citizenDevices.dependencies, app }
  const acts = [
    ...bind(deviceActs, devices),
    ...actsOnSignIns(needs, app),
    ...actsOnApplications(needs, app),
    // Without an offer, the paths do not exist and the app shows no switch.
    ...(push === null ? [] : bind(subscriptionActs, { ...devices, offer: push })),
  ]
  const declarations = [...acts.map(({ declaration }) => declaration), describeApi.declaration]
  return [...acts, ...bind([describeApi], { pool, clock, declarations })]
}

/** What waits is listed and found in all databases. An answer is one transaction in the database that has the application. */
const actsOnSignIns = (needs: CitizenActNeeds, app: () => { origin: string }): readonly BoundAct[] => {
  const { citizenDevices, signIn, places = noPlaces } = needs
  const databases = databasesOf(citizenDevices.dependencies.pool, places)
  const installation = shownInstallation(needs.installation)
  const approvalsIn = (cell: CellOfCitizens | null) => ({
    ...(cell ?? needs).signIn.approvals,
    ...{ installation, app, databases },
  })
  return [
    ...bind([followApprovals], { ...signIn.approvals, installation, app }),
    ...inEveryDatabase<CellOfCitizens, WaitingApprovals>({
      ...{ databases, places },
      actsIn: (cell) => bind(waitingSignIns, approvalsIn(cell)),
      join: joinedApprovals,
    }),
    ...inFoundPlaces<CellOfCitizens>(
      (cell) => bind(signInAnswers, approvalsIn(cell)),
      async (input) => {
        const handle = readHandle(idIn(input))
        return handle && usable(places.findApplication(handle.applicationId))
      },
    ),
  ]
}

type WaitingApprovals = { approvals: readonly CitizenApproval[]; quiet?: boolean }

/** The newest is first. */
const joinedApprovals = (first: WaitingApprovals, all: readonly WaitingApprovals[]): WaitingApprovals => ({
  ...first,
  approvals: all
    .flatMap(({ approvals }) => approvals)
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1)),
  ...(first.quiet !== undefined && { quiet: all.some(({ quiet }) => quiet) }),
})

/**
 * What concerns applications. Readings ask all databases. An act is one transaction in the database that has the application, with its
 * entry.
 */
const actsOnApplications = (needs: CitizenActNeeds, app: () => { origin: string }): readonly BoundAct[] => {
  const { citizenDevices, signIn, places = noPlaces } = needs
  const { pool } = citizenDevices.dependencies
  const databases = databasesOf(pool, places)
  const accesses = { ...needs.accesses, databases }
  const consents = { ...needs.consents, devices: citizenDevices, app, databases }
  return [
    ...bind(accessReadings, accesses),
    ...bind([listConsentsOnDevice], consents),
    ...bind([listHistory], { ...consents, signIn }),
    ...inFoundPlaces<CellOfCitizens>(
      (cell) => bind(accessActs, { ...accesses, ...(cell && { pool: cell.pool }) }),
      async (input) => {
        const applicationId = applicationOfAccess(idIn(input))
        return applicationId === null ? null : usable(places.findApplication(applicationId))
      },
    ),
    ...inPlaceOfObject<CellOfCitizens>({
      ...{ home: pool, places, applicationOf: applicationOfConsent, missing: 'consent_not_found' },
      actsIn: (cell) =>
        bind(ownConsentActs, {
          ...consents,
          ...(cell && { ...cell.consents, devices: devicesFromHome(citizenDevices, pool) }),
        }),
    }),
  ]
}

const idIn = (input: unknown): string => String((input as { id?: unknown }).id)

/** How the app names the installation. `logo` is a file below /installation-logo. */
const shownInstallation = ({ name, logo, helpUrl, privacyUrl }: Installation): ShownInstallation => ({
  ...{ name, logo: logo?.file ?? null, help_url: helpUrl, privacy_url: privacyUrl },
})
