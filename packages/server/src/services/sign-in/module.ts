import type { Environment } from '@nani/contract'
import { createChannel, errorLine } from '@nani/foundation/core/index.ts'
import type { Http } from '@nani/foundation/http/index.ts'
import { defineModule, type Platform } from '@nani/foundation/platform/index.ts'
import { deriveKey } from '@nani/foundation/storage/index.ts'
import type { AuditLog } from '../../app/audit/index.ts'
import type { CallsDependencies } from '../../calls/calls/index.ts'
import type { Commit } from '../../calls/commit/index.ts'
import type { ConsentDependencies } from '../../citizens/consents/index.ts'
import type { Billing } from '../../money/billing/index.ts'
import { createPhoneHolders, type Register } from '../../register/register/index.ts'
import type { Detection } from '../../risk/detection/index.ts'
import { forgetEvidence } from './approvals/evidence.ts'
import type { Applications, AskedSignIn, SignInDependencies } from './dependencies.ts'
import { signingKeyUse } from './keys/rotate-key.ts'
import { openSigningKeys } from './keys/signing-keys.ts'
import { openAnswers } from './requests/answers.ts'
import { groupReads } from './requests/grouped-reads.ts'
import { groupWrites } from './requests/grouped-writes.ts'
import { createPlaces } from './requests/places.ts'
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
} & Pick<SignInDependencies, 'citizenDevices' | 'citizenFaces' | 'detection'>

export const signInServiceModule = defineModule({
  name: 'sign-in service',
  settings: signInSettings,
  async open(needs: Needs, { sandboxMtlsUrl, productionMtlsUrl }) {
    const {
      pool,
      clock,
      random,
      newId,
      rootKey,
      vaultFor,
      register,
      audit,
      commit,
      billing,
      consents,
      calls,
      log,
    } = needs
    const keysOf = (environment: Environment) =>
      openSigningKeys(environment, { pool, random, vault: vaultFor(signingKeyUse) })
    const keys = { sandbox: keysOf('sandbox'), production: keysOf('production') }
    await Promise.all(Object.values(keys).map(({ ensure }) => ensure()))
    /** The devices of the citizen receive a notification. */
    const signInAsked = createChannel<AskedSignIn>()
    const answers = await openAnswers(needs.connectionString, {
      pool,
      onError: (error) => log(`announcements of sign-ins: ${errorLine(error)}`, 'error'),
    })
    const signIn = createSignIn(
      {
        ...{ pool, clock, random, newId, register, keys, audit, commit, billing, consents, signInAsked },
        detection: needs.detection,
        onAlarm({ application_id, kind }) {
          needs.detection.onAlarm(kind)
          log(`alarm ${kind}: a citizen did not start a sign-in to ${application_id}.`, 'warn')
        },
        citizenDevices: needs.citizenDevices,
        citizenFaces: needs.citizenFaces,
        reads: groupReads(pool, clock),
        writes: groupWrites(pool),
        places: createPlaces(clock),
        announce: answers.announce,
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
      (environment) => (environment === 'production' ? productionMtlsUrl : sandboxMtlsUrl),
    )
    const forgetting = keepForgetting(needs, (error) =>
      log(`sign-ins without a citizen: ${errorLine(error)}`, 'error'),
    )
    return {
      provides: { signIn, signInAsked },
      work: forgetting.start,
      async stop() {
        await forgetting.stop()
        await answers.stop()
      },
      retention: [forgetExpiredSignIns, forgetEvidence],
    }
  },
})
