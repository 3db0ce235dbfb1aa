import {
  type AmlScreening,
  type AmlScreeningRequest,
  amlChecks,
  amlScreening,
  amlScreeningRequest,
  businessIdentifierTypes,
  individualIdentifierTypes,
} from '@nani/contract'
import type { Clock } from '@nani/foundation/core/index.ts'
import { defineService, type PerformedAs, type Service, type ServiceCall } from '../../calls/calls/index.ts'
import type { Register } from '../../register/register/index.ts'
import { description, examples } from './examples.ts'
import { hitPart, type RetainedScreening, retainedOf } from './hits/hit-part.ts'
import { type MonitorSecrets, monitorIdOf, type StartMonitor } from './monitor.ts'
import { type Screening, type ScreeningSources, screenSubject } from './screen-subject.ts'
import { type ResolvedSubject, resolveSubject } from './subject/resolve-subject.ts'
import { screeningMembers, screeningsPath } from './subject/screening-members.ts'
import { checkSubjectForm } from './subject/subject.ts'
import { subjectPseudonym } from './subject/subject-pseudonym.ts'

export type AmlDependencies = {
  /** For a call that starts a monitor: a change that it does not see would never be screened. */
  register: Pick<Register, 'findCitizen' | 'findBusiness'>
  registerOfCalls: Pick<Register, 'findCitizen' | 'findBusiness'>
  sources: ScreeningSources
  monitors: MonitorSecrets
  startMonitor: StartMonitor
  clock: Clock
}

/** The declared result. Screenings of monitoring have it too. */
export const amlResult = { object: 'aml_screening', result: amlScreening } as const

/** See spec/aml#screening-request. */
export const createAmlScreening = ({
  register,
  registerOfCalls,
  sources,
  monitors,
  startMonitor,
  clock,
}: AmlDependencies): Service =>
  defineService({
    name: 'aml_screening',
    ...amlResult,
    idPrefix: 'aml',
    path: screeningsPath,
    title: 'AML & CTF Screening',
    summary: 'Screen a person or a company against sanctions, PEP, adverse media and watchlists.',
    actions: {
      call: 'Screen a person or a business',
      batch: 'Screen a batch of people and businesses',
      result: 'a screening',
    },
    description,
    examples,
    refusals: ['register_unavailable', 'overloaded'],
    request: amlScreeningRequest,
    batchFields: ['purpose', 'scopes', 'document_delivery'],
    identifierTypes: {
      'subject.identifier': individualIdentifierTypes,
      'subject.business.identifier': businessIdentifierTypes,
    },
    checkFields: (request, aheadMs) => checkSubjectForm(request, clock.now() + aheadMs),
    subResources: [hitPart],
    completedEvent: 'aml_screening.completed',
    async perform(call) {
      const { request, identifier, environment, applicationId, scopes, nowMs } = call
      const asked = { subject: request.subject, identifier, environment, scopes, nowMs }
      const resolved = await resolveSubject(asked, request.monitoring === true ? register : registerOfCalls)
      const checks = request.checks ?? amlChecks
      const question = { facts: resolved.facts, checks, environment, applicationId, nowMs }
      const screening = await screenSubject(question, sources)
      return answer(call, resolved, screening, { secrets: monitors, startMonitor })
    },
  })

const answer = (
  call: ServiceCall<AmlScreeningRequest>,
  { facts, identity }: ResolvedSubject,
  screening: Screening,
  { secrets, startMonitor }: { secrets: MonitorSecrets; startMonitor: StartMonitor },
): PerformedAs<AmlScreening, RetainedScreening> => {
  const { request, identifier, environment, applicationId, resultId, clockAheadMs } = call
  const { subject, checks = amlChecks, purpose, reference = null } = request
  const party = { subject, identifier, checks: checks ?? amlChecks, purpose, reference, facts }
  const monitorId =
    request.monitoring === true ? monitorIdOf(party, applicationId, secrets.identityKey) : null
  return {
    outcome: screening.riskLevel,
    fields: {
      ...screeningMembers({ type: facts.type, identifier }, screening, resultId, monitorId),
      ...identity?.blocks,
    },
    scopesApplied: identity?.scopesApplied ?? [],
    scopesWithheld: identity?.scopesWithheld ?? [],
    svcId: identity?.svcId ?? null,
    internalData: retainedOf(screening, party, subjectPseudonym(party, applicationId, secrets.identityKey)),
    ...(monitorId !== null && {
      effects: [
        startMonitor({ applicationId, monitorId, environment, clockAheadMs, party, screening }, secrets),
      ],
    }),
  }
}
