import {
  type AmlScreeningRequest,
  amlChecks,
  amlScreening,
  amlScreeningRequest,
  businessIdentifierTypes,
  individualIdentifierTypes,
} from '@nani/contract'
import type { Clock } from '../../core/index.ts'
import { defineService, type Performed, type Service, type ServiceCall } from '../../delivery/index.ts'
import type { Register } from '../../register/index.ts'
import { description, examples } from './examples.ts'
import { hitPart, keptOf } from './hit-part.ts'
import { type MonitorSecrets, monitorIdOf, newMonitor } from './monitor.ts'
import { type ResolvedSubject, resolveSubject } from './resolve-subject.ts'
import { type Screening, type ScreeningSources, screenSubject } from './screen-subject.ts'
import { screeningMembers, screeningsPath } from './screening-members.ts'
import { checkSubjectForm } from './subject.ts'
import { subjectPseudonym } from './subject-pseudonym.ts'

export type AmlDependencies = {
  register: Pick<Register, 'findCitizen' | 'findBusiness'>
  sources: ScreeningSources
  monitors: MonitorSecrets
  clock: Clock
}

/** Spec 2 § AML screening request. */
export const createAmlScreening = ({ register, sources, monitors, clock }: AmlDependencies): Service =>
  defineService<AmlScreeningRequest>({
    name: 'aml_screening',
    object: 'aml_screening',
    idPrefix: 'aml',
    path: screeningsPath,
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
    checkFields: (request) => checkSubjectForm(request, clock.now()),
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
  const { subject, checks = amlChecks, purpose, reference = null } = request
  const party = { subject, identifier, checks: checks ?? amlChecks, purpose, reference, facts }
  const monitorId =
    request.monitoring === true ? monitorIdOf(party, applicationId, secrets.identityKey) : null
  return {
    outcome: screening.riskLevel,
    members: {
      ...screeningMembers({ type: facts.type, identifier }, screening, resultId, monitorId),
      ...identity?.blocks,
    },
    scopesApplied: identity?.scopesApplied ?? [],
    scopesWithheld: identity?.scopesWithheld ?? [],
    svcId: identity?.svcId ?? null,
    kept: keptOf(screening, subjectPseudonym(party, applicationId, secrets.identityKey)),
    ...(monitorId !== null && {
      companion: newMonitor({ applicationId, monitorId }, party, screening, environment, secrets),
    }),
  }
}
