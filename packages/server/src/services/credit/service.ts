import {
  amlChecks,
  type CreditScore,
  type CreditScoreRequest,
  creditPurpose,
  creditScore,
  creditScoreRequest,
  individualIdentifierTypes,
  limits,
} from '@nani/contract'
import { dayMs, idTime, Refusal, rfc3339 } from '@nani/foundation/core/index.ts'
import { defineService, type PerformedAs, type Service, type ServiceCall } from '../../calls/calls/index.ts'
import { resolveIdentity } from '../../calls/disclosure/index.ts'
import type { ConsentCheck, ValidConsent } from '../../citizens/consents/index.ts'
import { usableRecords } from '../../register/credit-records/index.ts'
import type { Register } from '../../register/register/index.ts'
import type { Scorecards } from '../../risk/scorecard/index.ts'
import { factsOfCitizen, type ScreeningSources, screenSubject } from '../aml/index.ts'
import { checkConsentForm } from './consent-form.ts'
import { decide } from './decide.ts'
import { description, examples } from './examples.ts'
import { adverseFindings, riskSignalsOf } from './risk-signals.ts'
import { modelBins, type ScoreRecords, scoreRecord } from './score-record.ts'

export type CreditDependencies = {
  register: Pick<Register, 'findCreditFile'>
  consentCheck: ConsentCheck
  sources: ScreeningSources
  scorecards: Scorecards
  records: ScoreRecords
}

type CreditCall = ServiceCall<CreditScoreRequest, unknown, ValidConsent>

/** See spec/credit#credit-scoring. */
export const createCreditScoring = (dependencies: CreditDependencies): Service =>
  defineService({
    name: 'credit_scoring',
    object: 'credit_score',
    idPrefix: 'crs',
    path: '/v1/credit/scores',
    title: 'Credit Scoring',
    summary: 'Score the credit risk of a citizen who consented to it.',
    actions: {
      call: 'Score the credit of a citizen',
      batch: 'Score a batch of citizens',
      result: 'a credit score',
    },
    description,
    examples,
    refusals: [
      'consent_required',
      'invalid_identifier',
      'register_unavailable',
      'model_not_ready',
      'overloaded',
    ],
    request: creditScoreRequest,
    result: creditScore,
    batchFields: ['purpose', 'product'],
    identifierTypes: { identifier: individualIdentifierTypes },
    completedEvent: 'credit_score.completed',
    checkFields: checkConsentForm,
    checkPermission({ request: { purpose } }) {
      if (purpose !== creditPurpose) throw new Refusal('purpose_not_approved', { purpose })
    },
    authorise: ({ request, identifier, applicationId, environment, nowMs, clockAheadMs }) => {
      const { consent, product } = request
      return dependencies.consentCheck.require({
        ...{ applicationId, environment, identifier, consent, product, nowMs, clockAheadMs },
      })
    },
    perform: (call) => score(call, dependencies),
  })

const score = async (
  call: CreditCall,
  { register, sources, scorecards, records: scoreRecords }: CreditDependencies,
): Promise<PerformedAs<CreditScore>> => {
  const { request, applicationId, environment, resultId, scopes, nowMs } = call
  const { svcId, consent, use } = call.authorised
  const { active, challenger, isReady } = scorecards.current()
  if (environment === 'production' && !isReady) throw new Refusal('model_not_ready')
  const file = await register.findCreditFile(svcId, environment)
  const { person, blocks, ...disclosed } = resolveIdentity(file?.citizen ?? null, scopes, nowMs)
  const { account, kyc } = blocks
  // The consent shows that this citizen exists. Others receive `consent_required`.
  if (!file || !person || !account || !kyc)
    throw new Refusal(
      'invalid_identifier',
      { field: 'identifier.value' },
      { detail: 'the citizen is not certified' },
    )
  const question = { facts: factsOfCitizen(person), checks: amlChecks, applicationId, environment, nowMs }
  const signals = riskSignalsOf(await screenSubject(question, sources))
  const amount = request.amount_requested ?? null
  const records = usableRecords(file.records, nowMs)
  const { decision, scored } = decide({ records, signals, amount, nowMs }, active)
  const basis = {
    ...modelBins(scored),
    findings: adverseFindings(signals),
    amount,
    score: decision.score,
    probability: decision.probability_of_default,
    challenger: challenger && modelBins(challenger.score(records)),
  }
  const scoreId = resultId
  return {
    scopesApplied: disclosed.scopesApplied,
    scopesWithheld: disclosed.scopesWithheld,
    svcId,
    outcome: `band_${decision.band}`,
    fields: {
      identifier: request.identifier,
      consent,
      product: request.product,
      amount_requested: amount,
      ...decision,
      valid_until: rfc3339(nowMs + limits.creditScoreDays * dayMs),
      account,
      kyc: { basic: kyc.basic },
    },
    effects: [
      use,
      scoreRecord(
        { applicationId, environment, scoreId, svcId, atMs: idTime('crs', scoreId) ?? nowMs, basis },
        scoreRecords,
      ),
    ],
  }
}
