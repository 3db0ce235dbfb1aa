import { batchSchema, type ErrorCode, jobSchema, limits, resultsListSchema } from '@nani/contract'
import Type from 'typebox'
import { Refusal } from '../core/index.ts'
import type { About, AboutAnswer, Examples } from './about.ts'
import { exampleBatch, exampleItems, exampleJob } from './example-objects.ts'
import type { Rehearsal } from './rehearse.ts'
import type { ResultPart } from './result-parts.ts'
import type { Service } from './service.ts'

const validation: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_identifier',
  'unsupported_identifier_type',
  'purpose_not_approved',
  'scope_not_granted',
  'quota_exceeded',
]

/** What a service refuses because of scopes, it does only where its request has them. */
const refusalsOf = (service: Service, codes: readonly ErrorCode[]): ErrorCode[] =>
  codes.filter((code) => code !== 'scope_not_granted' || 'scopes' in service.request.properties)

/** The words of a path, for the names of operations: `/v1/kyc/validations` is `kyc_validations`. */
const nameOf = (service: Service): string => service.path.split('/').slice(2).join('_')

/** The body of a batch: shared fields once, and items that may override them (spec 1 § Batch rules). */
const batchRequest = (service: Service): Type.TObject => {
  const properties = service.request.properties as Record<string, Type.TSchema>
  const shared: Record<string, Type.TSchema> = {}
  for (const field of service.batchFields) shared[field] = Type.Optional(properties[field] as Type.TSchema)
  const reference = Type.String({
    minLength: 1,
    maxLength: limits.referenceCharacters,
    description: 'Names the item; no two items of a batch share one.',
  })
  const item = Type.Object({ ...properties, ...shared, reference })
  return Type.Object({
    ...shared,
    items: Type.Array(item, {
      minItems: 1,
      maxItems: limits.asynchronousBatchItems,
      description: `Up to ${limits.synchronousBatchItems} synchronously, ${limits.asynchronousBatchItems} asynchronously.`,
    }),
  })
}

const requestExamples = ({ calls }: Rehearsal): Examples =>
  Object.fromEntries(
    calls
      .filter(({ answer }) => !(answer instanceof Refusal))
      .map(({ name, summary, request }) => [name, { summary, value: request }]),
  )

const resultExamples = ({ calls }: Rehearsal): Examples =>
  Object.fromEntries(
    calls
      .filter(({ answer }) => !(answer instanceof Refusal))
      .map(({ name, summary, answer }) => [name, { summary, value: answer }]),
  )

/** What the items have in common stands once beside them. */
const batchExamples = (rehearsal: Rehearsal): Examples => {
  const purpose = rehearsal.calls[0]?.request.purpose
  const items = exampleItems(rehearsal).map(({ reference, request }) => {
    const item: Record<string, unknown> = { ...request, reference }
    if (item.purpose === purpose) delete item.purpose
    return item
  })
  return { batch: { summary: 'One item will fail; the others do not mind', value: { purpose, items } } }
}

const accepted = (
  description: string,
  schema: Type.TSchema,
  examples: AboutAnswer['examples'],
): AboutAnswer => ({ status: 202, description, schema, examples })

/** The single endpoint of a service, synchronous and asynchronous. */
export const aboutSingle = (service: Service): About => ({
  operationId: `create_${nameOf(service)}`,
  tag: service.title,
  summary: `${service.title}: one call`,
  description: `${service.description}\n\nWith \`Prefer: respond-async\` it answers 202 with a job at once; the job then holds this very result.`,
  path: {},
  query: {},
  request: { schema: service.request, examples: requestExamples },
  asynchronous: true,
  answers: [
    { status: 200, description: 'The result.', schema: service.result, examples: resultExamples },
    accepted(
      'With `Prefer: respond-async`: a job that is pending.',
      jobSchema(service.result),
      (rehearsal) => ({
        job: { summary: 'A job', value: exampleJob(rehearsal, 'pending') },
      }),
    ),
  ],
  refusals: [...refusalsOf(service, validation), ...service.refusals],
})

/** The batch endpoint of a service, synchronous and asynchronous. */
export const aboutBatch = (service: Service): About => ({
  operationId: `create_${nameOf(service)}_batch`,
  tag: service.title,
  summary: `${service.title}: a batch of calls`,
  description: `
Up to ${limits.synchronousBatchItems} items are answered at once. With \`Prefer: respond-async\` up to
${limits.asynchronousBatchItems.toLocaleString('en')} are accepted, and the results are read from the batch as they finish.

Every item has a \`reference\` of its own. ${service.batchFields.map((field) => `\`${field}\``).join(', ')} may stand
once beside \`items\`; an item may override them. One failed item never fails the batch: its entry has
\`status\` \`failed\` and an \`error\`, and it is not billed. A body whose shape is wrong is refused as a whole.
`.trim(),
  path: {},
  query: {},
  request: { schema: batchRequest(service), examples: batchExamples },
  asynchronous: true,
  answers: [
    {
      status: 200,
      description: 'A list that holds every item, in the order of submission.',
      schema: resultsListSchema(service.result),
      examples: (rehearsal) => ({
        list: {
          summary: 'Every item',
          value: {
            object: 'list',
            data: exampleItems(rehearsal).map(({ entry }) => entry),
            next_cursor: null,
          },
        },
      }),
    },
    accepted('With `Prefer: respond-async`: a batch that is pending.', batchSchema, (rehearsal) => ({
      batch: { summary: 'A batch', value: exampleBatch(rehearsal, 'pending') },
    })),
  ],
  // What concerns one item alone is refused there; what stands at the level of the batch, here.
  refusals: refusalsOf(service, [
    'invalid_request',
    'purpose_not_approved',
    'scope_not_granted',
    'batch_too_large',
    'quota_exceeded',
    'batch_quota_exceeded',
  ]),
})

const resultIdParameter = (service: Service) => ({
  id: { description: 'The `id` of the result.', example: `${service.idPrefix}_01KJQCCTY0B1F2GR7V5Q0WDX9N` },
})

/** Reading a result back. */
export const aboutResult = (service: Service): About => ({
  operationId: `read_${nameOf(service)}`,
  tag: service.title,
  summary: `${service.title}: read a result again`,
  description: `The same object as first answered, with fresh file links, for ${limits.retentionDays} days. A result of another application answers exactly like one that never was.`,
  path: resultIdParameter(service),
  query: {},
  request: null,
  asynchronous: false,
  answers: [{ status: 200, description: 'The result.', schema: service.result, examples: resultExamples }],
  refusals: ['not_found', 'register_unavailable'],
})

/** Reading a part of a result at its own address. */
export const aboutPart = (service: Service, part: ResultPart): About => ({
  operationId: `read_${nameOf(service)}${part.path.replaceAll(/\/:\w+/g, '').replaceAll('/', '_')}`,
  tag: service.title,
  summary: `${service.title}: ${part.summary}`,
  description: part.description,
  path: { ...resultIdParameter(service), ...part.parameters },
  query: {},
  request: null,
  asynchronous: false,
  answers: [
    {
      status: 200,
      description: 'The part.',
      schema: part.schema,
      examples: ({ calls }) => part.examples(calls),
    },
  ],
  refusals: ['not_found'],
})
