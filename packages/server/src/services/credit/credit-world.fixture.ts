import { systemRandom } from '@nani/foundation/core/index.ts'
import { createVault, inTransaction } from '@nani/foundation/storage/index.ts'
import type { CreditRecords } from '@nani/scorecard'
import { consentDependencies, createConsentCheck, grantThroughSignIn } from '../../citizens/consents/index.ts'
import type { Application } from '../../gateway/gateway/index.ts'
import type { Citizen } from '../../register/register/index.ts'
import { createScorecards } from '../../risk/scorecard/index.ts'
import { testApplication } from '../../testing/application.ts'
import { testCitizen, testRegister } from '../../testing/citizen.ts'
import { type ModesOptions, startModes } from '../../testing/modes.ts'
import { testSources } from '../../testing/screening-sources.ts'
import { scoreRecordSecrets } from './module.ts'
import { createCreditScoring } from './service.ts'

/** The sandbox person whose consent is always valid. */
export const borrower = 'COD-0000-0000-0008'

/** Credit Scoring on a test database. `facts` are what the register and the screening say in the next call. */
export const startCredit = async (options: Pick<ModesOptions, 'environment'> = {}) => {
  const rootKey = Buffer.from(systemRandom().bytes(32))
  const vaultFor = (use: string) => createVault(rootKey, use, systemRandom())
  const secrets = scoreRecordSecrets({ rootKey, vaultFor })
  const facts = {
    records: {} as CreditRecords,
    sources: testSources({ loaded: ['un'] }).sources,
    citizen: {} as Partial<Citizen>,
  }
  const register = {
    ...testRegister([testCitizen({ svc_id: borrower })]),
    findCreditFile: async () => ({
      citizen: testCitizen({ svc_id: borrower, ...facts.citizen }),
      records: Object.entries(facts.records).map(([source, fields]) => ({
        ...{ source, as_of: '2026-03-01', fields: fields as Record<string, number> },
      })),
    }),
  }
  let scorecards: ReturnType<typeof createScorecards> | null = null
  const modes = await startModes({
    ...options,
    service(pool) {
      scorecards = createScorecards(pool)
      return createCreditScoring({
        register,
        consentCheck: createConsentCheck({ pool, register, subjectKey: secrets.subjectKey }),
        get sources() {
          return facts.sources
        },
        scorecards,
        records: secrets,
      })
    },
  })
  if (!scorecards) throw new Error('the service was not opened')
  const call = (application: Application, body: unknown, more: Record<string, unknown> = {}) =>
    modes.call(application, { method: 'POST', target: '/v1/credit/scores', body, ...more })
  const { clock, database, dependencies } = modes
  const consents = consentDependencies({
    ...{ pool: database.pool, newId: dependencies.newId, clock, rootKey, vaultFor },
  })
  /** A consent of the borrower, as a sign-in gives it. */
  const grantConsent = ({ applicationId, environment }: Application) =>
    inTransaction(database.pool, (client) =>
      grantThroughSignIn(client, { applicationId, environment, svcId: borrower, clockAheadMs: 0 }, consents),
    )
  return {
    ...modes,
    ...secrets,
    facts,
    scorecards: scorecards as ReturnType<typeof createScorecards>,
    newApplication: () => modes.admitApplication(testApplication()),
    call,
    grantConsent,
  }
}

export const request = (changes: Record<string, unknown> = {}) => ({
  identifier: { type: 'svc_id', value: borrower },
  consent: { method: 'svc_app', consent_id: 'cns_sandbox_valid' },
  purpose: 'credit_assessment',
  product: 'microcredit',
  ...changes,
})
