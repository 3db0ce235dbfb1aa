import {
  type AmlDisposition,
  type AmlDispositionRequest,
  amlDisposition,
  amlDispositionRequest,
  limits,
} from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import {
  type CallsDependencies,
  checkShape,
  completeRequest,
  type DescribedEndpoint,
  type EndpointDocs,
  originOf,
  singleForm,
  stripUnknownFields,
} from '../../../calls/calls/index.ts'
import type { OpenCall } from '../../../gateway/gateway/index.ts'
import { findHit } from '../hits/find-hit.ts'
import type { MonitorSecrets } from '../monitor.ts'
import { screeningsPath } from '../subject/screening-members.ts'
import { decideHit, dispositionOf } from './dispositions.ts'

/** Endpoints to decide a hit and to read the decision. They extend the specification (docs/monitoring.md). */
export const dispositionEndpoints = (
  dependencies: CallsDependencies,
  secrets: MonitorSecrets,
): DescribedEndpoint[] => [
  {
    ...endpoint,
    method: 'POST',
    body: 'required',
    form: singleForm(endpoint.path, amlDispositionRequest),
    docs: docsOfDeciding,
    disclosedBy: screeningOf,
    prepare(call) {
      const request = stripUnknownFields(amlDispositionRequest, call.body) as AmlDispositionRequest
      checkShape(amlDispositionRequest, request)
      return {
        usesQuotaOf: null,
        async run(lock) {
          const hit = await hitOf(call, dependencies)
          const { pool, answersVault } = dependencies
          const decided = {
            ...{
              applicationId: call.application.applicationId,
              service: endpoint.service,
              lock,
              status: 200,
            },
            ...{ origin: originOf(call.request, call.application), atMs: dependencies.clock.now() },
          }
          const body = await completeRequest(pool, answersVault, decided, async (client) => ({
            body: JSON.stringify(await decideHit(client, hit, request, { ...dependencies, secrets })),
            disclosedIds: [hit.screeningId],
          }))
          return { status: 200, body, audited: true }
        },
      }
    },
  },
  {
    ...endpoint,
    method: 'GET',
    body: 'none',
    docs: docsOfReading,
    prepare: (call) => ({
      usesQuotaOf: null,
      async run() {
        const hit = await hitOf(call, dependencies)
        const disposition = await dispositionOf(dependencies.pool, hit, { secrets })
        if (!disposition) throw new Refusal('not_found')
        return {
          ...{ status: 200, body: JSON.stringify(disposition) },
          ...{ audited: false, disclosedIds: [hit.screeningId] },
        }
      },
    }),
  },
]

/** A decision contains the screening of its hit. */
const screeningOf = (body: unknown): string[] => [(body as AmlDisposition).screening_id]

const endpoint = {
  path: `${screeningsPath}/:id/hits/:n/disposition`,
  service: 'aml_screening',
  bodyLimitBytes: limits.singleBodyBytes,
} as const

const hitOf = ({ request: { params }, application }: OpenCall, dependencies: CallsDependencies) =>
  findHit({ screeningId: params.id ?? '', position: params.n ?? '' }, application, dependencies)

const common = {
  tag: 'AML & CTF Screening',
  path: {
    id: { description: 'The `id` of the screening.', example: 'aml_01KJQCCTY0B1F2GR7V5Q0WDX9N' },
    n: { description: 'The position of the hit in `hits`, from 0.', example: '0' },
  },
  query: {},
  asynchronous: false,
} satisfies Partial<EndpointDocs>

const decision = {
  id: 'dsp_01KJQCCTY0B1F2GR7V5Q0WDX9N',
  object: 'aml_disposition',
  screening_id: 'aml_01KJQCCTY0B1F2GR7V5Q0WDX9N',
  position: 0,
  disposition: 'false_positive',
  reason: 'Another person: born in another year, in another province.',
  officer: 'compliance-07',
  decided_at: '2026-03-02T09:00:00.000Z',
}
const answers: EndpointDocs['answers'] = [
  {
    status: 200,
    description: 'The decision.',
    schema: amlDisposition,
    examples: () => ({ dismissed: { summary: 'Not the same person', value: decision } }),
  },
]

const docsOfDeciding: EndpointDocs = {
  ...common,
  operationId: 'decide_aml_hit',
  summary: 'Decide about a hit',
  description: `
For compliance officers. The decision applies to this subject and to the **current content** of this entry. Monitoring ignores a
\`false_positive\`, as a hit and for the level, until the entry changes on its list. Earlier decisions stay on record, and the
latest one counts. A new screening call returns every hit as before.
`.trim(),
  request: {
    schema: amlDispositionRequest,
    examples: () => ({
      dismissed: {
        summary: 'Not the same person',
        value: { disposition: decision.disposition, reason: decision.reason, officer: decision.officer },
      },
    }),
  },
  answers,
  refusals: ['invalid_request', 'not_found'],
}

const docsOfReading: EndpointDocs = {
  ...common,
  operationId: 'read_aml_disposition',
  summary: 'Read the decision about a hit',
  description:
    'The latest decision about this subject and this content of the entry, taken on any screening. 404 if there is none.',
  request: null,
  answers,
  refusals: ['not_found'],
}
