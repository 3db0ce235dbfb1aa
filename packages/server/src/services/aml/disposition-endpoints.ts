import { type AmlDispositionRequest, amlDisposition, amlDispositionRequest, limits } from '@nani/contract'
import { Refusal } from '../../core/index.ts'
import {
  type About,
  checkShape,
  type DeliveryDependencies,
  type DescribedEndpoint,
  knownFields,
  settledTransaction,
} from '../../delivery/index.ts'
import type { OpenCall } from '../../gateway/index.ts'
import { decideHit, dispositionOf } from './dispositions.ts'
import { findHit } from './find-hit.ts'
import type { MonitorSecrets } from './monitor.ts'
import { screeningsPath } from './screening-members.ts'

/** Deciding about a hit, and reading the decision: ours, beside the specification (docs/monitoring.md). */
export const dispositionEndpoints = (
  dependencies: DeliveryDependencies,
  secrets: MonitorSecrets,
): DescribedEndpoint[] => [
  {
    ...endpoint,
    method: 'POST',
    body: 'required',
    about: aboutDeciding,
    prepare(call) {
      const request = knownFields(amlDispositionRequest, call.body) as AmlDispositionRequest
      checkShape(amlDispositionRequest, request)
      return {
        usesQuotaOf: null,
        async run(claim) {
          const hit = await hitOf(call, dependencies)
          const { pool, answersVault } = dependencies
          const body = await settledTransaction(pool, answersVault, claim, 200, async (client) =>
            JSON.stringify(await decideHit(client, hit, request, { ...dependencies, secrets })),
          )
          return { status: 200, body, audited: false }
        },
      }
    },
  },
  {
    ...endpoint,
    method: 'GET',
    body: 'none',
    about: aboutReading,
    prepare: (call) => ({
      usesQuotaOf: null,
      async run() {
        const hit = await hitOf(call, dependencies)
        const disposition = await dispositionOf(dependencies.pool, hit, { secrets })
        if (!disposition) throw new Refusal('not_found')
        return { status: 200, body: JSON.stringify(disposition), audited: false }
      },
    }),
  },
]

const endpoint = {
  path: `${screeningsPath}/:id/hits/:n/disposition`,
  service: 'aml_screening',
  bodyLimitBytes: limits.singleBodyBytes,
} as const

const hitOf = ({ request: { params }, application }: OpenCall, dependencies: DeliveryDependencies) =>
  findHit({ screeningId: params.id ?? '', position: params.n ?? '' }, application, dependencies)

const common = {
  tag: 'AML & CTF Screening',
  path: {
    id: { description: 'The `id` of the screening.', example: 'aml_01KJQCCTY0B1F2GR7V5Q0WDX9N' },
    n: { description: 'The position of the hit in `hits`, from 0.', example: '0' },
  },
  query: {},
  asynchronous: false,
} satisfies Partial<About>

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
const answers: About['answers'] = [
  {
    status: 200,
    description: 'The decision.',
    schema: amlDisposition,
    examples: () => ({ dismissed: { summary: 'Not the same person', value: decision } }),
  },
]

const aboutDeciding: About = {
  ...common,
  operationId: 'decide_aml_hit',
  summary: 'AML & CTF Screening: decide about a hit',
  description: `
For compliance officers. The decision is about this subject and this entry **as it stands**: a \`false_positive\` counts for
nothing when the subject is monitored, neither as a hit nor for the level, until the entry changes on its list. What was
decided before stays on record, and the latest counts. A new call to screen the subject shows every hit as before.
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

const aboutReading: About = {
  ...common,
  operationId: 'read_aml_disposition',
  summary: 'AML & CTF Screening: read what was decided about a hit',
  description:
    'The latest decision about this subject and this entry as it stood, on whichever screening it was taken. 404 while there is none.',
  request: null,
  answers,
  refusals: ['not_found'],
}
