import type { Environment } from '@nani/contract'
import { type Channel, createChannel, errorLine, throttledLog } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import type { AuditLog } from '../../app/audit/index.ts'
import type { CallsDependencies } from '../../calls/calls/index.ts'
import type { Commit } from '../../calls/commit/index.ts'
import { devicesFromHome } from '../../citizens/citizen-devices/index.ts'
import type { ConsentDependencies } from '../../citizens/consents/index.ts'
import { type AllDatabases, type AskOthers, noOthers, othersOf } from '../../gateway/acts/index.ts'
import type { Billing } from '../../money/billing/index.ts'
import { createPhoneHolders, type Register } from '../../register/register/index.ts'
import type { Detection } from '../../risk/detection/index.ts'
import { forgetEvidence } from './approvals/evidence.ts'
import type { Applications, AskedSignIn, SignInDependencies } from './dependencies.ts'
import { signingKeyUse } from './keys/rotate-key.ts'
import { openSigningKeys } from './keys/signing-keys.ts'
import { type Answers, openAnswers, openAnswersOfCell } from './requests/answers.ts'
import { groupReads } from './requests/grouped-reads.ts'
import { groupWrites } from './requests/grouped-writes.ts'
import { createPlaces, type Places } from './requests/places.ts'
import { forgetExpiredSignIns } from './requests/requests.ts'
import { keepForgetting } from './requests/unidentified.ts'
import { signInSettings } from './settings.ts'
import { createSignIn } from './sign-in.ts'
import { createSubjects } from './tokens/subject.ts'

type Needs = Platform & {
  audit: AuditLog
  commit: Commit
  billing: Billing
  consents: ConsentDependencies
  calls: Pick<CallsDependencies, 'deliverFiles' | 'subjectKey'>
  directory: Applications
  http: Pick<Http, 'publicUrls'>
  register: Pick<Register, 'findCitizen'>
  detection: Pick<Detection, 'onAlarm'>
  allDatabases?: AllDatabases
} & Pick<SignInDependencies, 'citizenDevices' | 'citizenFaces' | 'detection'>

/** What the sign-ins of all databases share in a process. */
export type SharedSignIns = {
  places: Places
  /** The devices of the citizen receive a notification. */
  signInAsked: Channel<AskedSignIn>
  /** Pages and apps follow answers in home. */
  answers: Pick<Answers, 'follow' | 'pass'>
}

type Opening = SharedSignIns & Pick<SignInDependencies, 'announce' | 'writes' | 'keys'>

const openSignIn = (
  needs: Needs,
  { places, signInAsked, answers, announce, writes, keys }: Opening,
  mtlsUrlOf: (environment: Environment) => string | null,
) => {
  const { pool, clock, random, newId, rootKey, vaultFor, register, log } = needs
  const { audit, commit, billing, consents, calls, citizenDevices, citizenFaces, detection } = needs
  return createSignIn(
    {
      ...{ pool, clock, random, newId, register, keys, audit, commit, billing, consents, signInAsked },
      ...{ detection, citizenDevices, citizenFaces, places, writes, announce },
      onAlarm({ application_id, kind }) {
        detection.onAlarm(kind)
        log(`alarm ${kind}: a citizen did not start a sign-in to ${application_id}.`, 'warn')
      },
      reads: groupReads(pool, clock),
      vault: vaultFor('sign-in'),
      applications: needs.directory,
      phones: createPhoneHolders(needs.registerPool),
      approvalKey: deriveKey(rootKey, 'sign-in-approvals'),
      subjectOf: createSubjects(deriveKey(rootKey, 'sign-in-subject')),
      auditKey: calls.subjectKey,
      codeKey: deriveKey(rootKey, 'sign-in-code'),
      deliverFiles: calls.deliverFiles,
      baseUrl: needs.http.publicUrls.of,
    },
    answers,
    mtlsUrlOf,
  )
}

const keysOf = ({ pool, random, vaultFor }: Needs) => {
  const of = (environment: Environment) =>
    openSigningKeys(environment, { pool, random, vault: vaultFor(signingKeyUse) })
  return { sandbox: of('sandbox'), production: of('production') }
}

const onAnnouncementError =
  ({ log }: Needs) =>
  (error: unknown): void =>
    log(`announcements of sign-ins: ${errorLine(error)}`, 'error')

const askOthersOf = ({ allDatabases, ...needs }: Needs, own: string): AskOthers =>
  allDatabases ? othersOf(allDatabases, own, throttledLog('unanswered sign-ins', needs)) : noOthers

const forgettingOf = (needs: Needs) =>
  keepForgetting(needs, (error) => needs.log(`sign-ins without a citizen: ${errorLine(error)}`, 'error'))

const retention = [forgetExpiredSignIns, forgetEvidence]

export const signInServiceModule = defineModule({
  name: 'sign-in service',
  settings: signInSettings,
  async open(needs: Needs, { sandboxMtlsUrl, productionMtlsUrl }) {
    const { pool, clock } = needs
    const keys = keysOf(needs)
    await Promise.all(Object.values(keys).map(({ ensure }) => ensure()))
    const answers = await openAnswers(needs.connectionString, { pool, onError: onAnnouncementError(needs) })
    const sharedSignIns: SharedSignIns = {
      ...{ answers, places: createPlaces(clock), signInAsked: createChannel<AskedSignIn>() },
    }
    const own = {
      ...sharedSignIns,
      keys,
      announce: answers.announce,
      writes: groupWrites(pool, undefined, askOthersOf(needs, 'home')),
    }
    const signIn = openSignIn(needs, own, (environment) =>
      environment === 'production' ? productionMtlsUrl : sandboxMtlsUrl,
    )
    const forgetting = forgettingOf(needs)
    return {
      provides: { homeSignIn: signIn, sharedSignIns, signInAsked: sharedSignIns.signInAsked },
      work: forgetting.start,
      async stop() {
        await forgetting.stop()
        await answers.stop()
      },
      retention,
    }
  },
})

type NeedsOfCell = Needs &
  Pick<Platform, 'pool'> & { homePool: Platform['pool']; sharedSignIns: SharedSignIns; cellName: string }

/** The sign-ins of applications in a cell. Home has the devices of the citizens, and the keys, of which the cell has a copy. */
export const signInOfCellModule = defineModule({
  name: 'sign-in service',
  async open(needs: NeedsOfCell) {
    const { pool, homePool, sharedSignIns } = needs
    const { announce, stop } = await openAnswersOfCell(needs.connectionString, {
      ...{ pool, pass: sharedSignIns.answers.pass, onError: onAnnouncementError(needs) },
    })
    const citizenDevices = devicesFromHome(needs.citizenDevices, homePool)
    const writes = groupWrites(pool, homePool, askOthersOf(needs, needs.cellName))
    const own = { ...sharedSignIns, announce, keys: keysOf(needs), writes }
    // Addresses are those of home.
    const signIn = openSignIn({ ...needs, citizenDevices }, own, () => null)
    const forgetting = forgettingOf(needs)
    return {
      provides: { signIn },
      work: forgetting.start,
      async stop() {
        await forgetting.stop()
        await stop()
      },
      retention,
    }
  },
})
