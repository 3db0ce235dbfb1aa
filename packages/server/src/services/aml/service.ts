import {
  type AmlScreeningRequest,
  amlChecks,
  amlScreening,
  amlScreeningRequest,
  businessIdentifierTypes,
  individualIdentifierTypes,
} from '@nani/contract'
import {
  defineService,
  ownAddress,
  type Performed,
  type Service,
  type ServiceCall,
} from '../../delivery/index.ts'
import type { Register } from '../../register/index.ts'
import { description, examples } from './examples.ts'
import { hitPart, keptOf } from './hit-part.ts'
import { type MonitorSecrets, newMonitor } from './monitor.ts'
import { type ResolvedSubject, resolveSubject } from './resolve-subject.ts'
import { type Screening, type ScreeningSources, screenSubject } from './screen-subject.ts'
import { checkSubjectForm } from './subject.ts'

const path = '/v1/aml/screenings'

export type AmlDependencies = {
  register: Pick<Register, 'findCitizen' | 'findBusiness'>
  sources: ScreeningSources
  monitors: MonitorSecrets
}

/** Spec 2 § AML screening request. */
export const createAmlScreening = ({ register, sources, monitors }: AmlDependencies): Service =>
  defineService<AmlScreeningRequest>({
    name: 'aml_screening',
    object: 'aml_screening',
    idPrefix: 'aml',
    path,
    title: 'AML & CTF Screening',
    summary: 'Screen a person or a company against sanctions, PEP, adverse media and watchlists.',
    description,
    examples,
    refusals: ['register_unavailable', 'overloaded'],
    request: amlScreeningRequest,
    result: amlScreening,
    batchFields: ['purpose', 'scopes', 'document_delivery'],
    identifierTypes: {
      'subject.identifier': individualIdentifierTypes,
      'subject.business.identifier': businessIdentifierTypes,
    },
    checkFields: checkSubjectForm,
    parts: [hitPart],
    completedEvent: 'aml_screening.completed',
    async perform(call) {
      const { request, identifier, environment, scopes, nowMs } = call
      const asked = { subject: request.subject, identifier, environment, scopes, nowMs }
      const resolved = await resolveSubject(asked, register)
      const checks = request.checks ?? amlChecks
      const question = { facts: resolved.facts, checks, environment, nowMs }
      const screening = await screenSubject(question, sources)
      return answer(call, resolved, screening, monitors)
    },
  })

const answer = (
  call: ServiceCall<AmlScreeningRequest>,
  { facts, identity }: ResolvedSubject,
  screening: Screening,
  secrets: MonitorSecrets,
): Performed => {
  const { request, identifier, environment, applicationId, resultId } = call
  const monitorId = request.monitoring === true ? call.newId('mon') : null
  const { subject, checks = amlChecks, reference = null } = request
  return {
    outcome: screening.riskLevel,
    members: {
      subject: { type: facts.type, ...(identifier && { identifier }) },
      checks: screening.checks,
      risk_level: screening.riskLevel,
      risk_score: screening.riskScore,
      hits: screening.findings.map(({ hit }, position) => hitAt(position, hit, resultId)),
      pep: screening.pep,
      fraud_signals: screening.fraudSignals,
      monitoring: { enabled: monitorId !== null, monitor_id: monitorId },
      ...identity?.blocks,
    },
    scopesApplied: identity?.scopesApplied ?? [],
    scopesWithheld: identity?.scopesWithheld ?? [],
    svcId: identity?.svcId ?? null,
    kept: keptOf(screening),
    ...(monitorId !== null && {
      companion: newMonitor(
        { applicationId, monitorId },
        { subject, identifier, checks: checks ?? amlChecks, reference, facts },
        screening,
        environment,
        secrets,
      ),
    }),
  }
}

/** A hit in the order of the specification's table, with the address of the entry behind it. */
const hitAt = (position: number, hit: Screening['findings'][number]['hit'], resultId: string) => {
  const { list, category, match_score, matched_name, listed_on, source, fraud_case } = hit
  return {
    list,
    category,
    match_score,
    matched_name,
    listed_on,
    details_url: ownAddress(`${path}/${resultId}/hits/${position}`),
    ...(source && { source }),
    ...(fraud_case && { fraud_case }),
  }
}
