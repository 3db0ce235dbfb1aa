import { batchSchema, type ErrorCode, jobSchema, limits, resultsListSchema } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import type { Alias } from './alias.ts'
import type { EndpointDocs, ExampleRun, Examples, SuccessDocs } from './endpoint-docs.ts'
import { exampleBatch, exampleItems, exampleJob } from './example-objects.ts'
import { pathWords } from './path-words.ts'
import type { Service } from './service.ts'
import type { SubResource } from './sub-resource.ts'

const validation: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_identifier',
  'unsupported_identifier_type',
  'purpose_not_approved',
  'scope_not_granted',
  'quota_exceeded',
]

/** The request field of a code. A service whose requests do not have the field never returns the code. */
const fieldOf: Partial<Record<ErrorCode, string>> = {
  purpose_not_approved: 'purpose',
  scope_not_granted: 'scopes',
}

const refusalsOf = ({ request }: Service, codes: readonly ErrorCode[]): ErrorCode[] =>
  codes.filter((code) => (fieldOf[code] ?? '') in request.properties || fieldOf[code] === undefined)

const nameOf = ({ path }: { path: string }): string => pathWords(path)

/** The body of a batch: shared fields once, and items that may override them (spec/request-modes#batch-rules). */
const batchRequest = (service: Service): Type.TObject => {
  const properties = service.request.properties as Record<string, Type.TSchema>
  const shared: Record<string, Type.TSchema> = {}
  for (const field of service.batchFields) shared[field] = Type.Optional(properties[field] as Type.TSchema)
  const reference = Type.String({
    minLength: 1,
    maxLength: limits.referenceCharacters,
    description: 'Identifies the item; unique within a batch.',
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

const requestExamples = ({ calls }: ExampleRun): Examples =>
  Object.fromEntries(
    calls
      .filter(({ answer }) => !(answer instanceof Refusal))
      .map(({ name, summary, request }) => [name, { summary, value: request }]),
  )

const resultExamples = ({ calls }: ExampleRun): Examples =>
  Object.fromEntries(
    calls
      .filter(({ answer }) => !(answer instanceof Refusal))
      .map(({ name, summary, answer }) => [name, { summary, value: answer }]),
  )

/** The purpose, which the items share, is at the level of the batch. */
const batchExamples = (run: ExampleRun): Examples => {
  const purpose = run.calls[0]?.request.purpose
  const items = exampleItems(run).map(({ reference, request }) => {
    const item: Record<string, unknown> = { ...request, reference }
    if (item.purpose === purpose) delete item.purpose
    return item
  })
  return {
    batch: {
      summary: 'One item fails without an effect on the others',
      value: { ...(purpose !== undefined && { purpose }), items },
    },
  }
}

const accepted = (
  description: string,
  schema: Type.TSchema,
  examples: SuccessDocs['examples'],
): SuccessDocs => ({ status: 202, description, schema, examples })

/** The single endpoint of a service, synchronous and asynchronous. */
export const docsOfSingle = (service: Service): EndpointDocs => ({
  operationId: `create_${nameOf(service)}`,
  tag: service.title,
  summary: service.actions.call,
  description: `${service.description}\n\nWith \`Prefer: respond-async\` the response is 202 with a job at once. The job later contains the same result.`,
  path: {},
  query: {},
  request: { schema: service.request, examples: requestExamples },
  asynchronous: true,
  answers: [
    { status: 200, description: 'The result.', schema: service.result, examples: resultExamples },
    accepted('With `Prefer: respond-async`: a job that is pending.', jobSchema(service.result), (run) => ({
      job: { summary: 'A job', value: exampleJob(run, 'pending') },
    })),
  ],
  refusals: [...refusalsOf(service, validation), ...fundsOf(service), ...service.refusals],
})

/** A service that is never billed needs no funds. */
const fundsOf = ({ charge }: Service): ErrorCode[] =>
  charge === 'none' ? [] : ['insufficient_balance', 'credit_limit_reached']

/** An alias of the single endpoint. */
export const docsOfAlias = (service: Service, alias: Alias, request: Type.TObject): EndpointDocs => ({
  ...docsOfSingle(service),
  operationId: `create_${nameOf(alias)}`,
  summary: alias.summary,
  description: alias.description,
  // The examples of the service have other values in the fields that the alias fixes.
  request: { schema: request, examples: (run) => aliasExamples(run, alias) },
})

const aliasExamples = (run: ExampleRun, { fixed }: Alias): Examples =>
  Object.fromEntries(
    Object.entries(requestExamples(run)).filter(([, { value }]) =>
      Object.entries(fixed).every(([field, one]) => (value as Record<string, unknown>)[field] === one),
    ),
  )

/** The batch endpoint of a service, synchronous and asynchronous. */
export const docsOfBatch = (service: Service): EndpointDocs => ({
  operationId: `create_${nameOf(service)}_batch`,
  tag: service.title,
  summary: service.actions.batch,
  description: `
Up to ${limits.synchronousBatchItems} items are answered at once. With \`Prefer: respond-async\` up to
${limits.asynchronousBatchItems.toLocaleString('en')} are accepted, and you read the results from the batch as they finish.

Every item has its own \`reference\`. ${service.batchFields.map((field) => `\`${field}\``).join(', ')} may be set
once for all \`items\`. An item may override them. One failed item never fails the batch: its entry has
\`status\` \`failed\` and an \`error\`, and it is not billed. A body with an invalid structure is refused as a whole.
`.trim(),
  path: {},
  query: {},
  request: { schema: batchRequest(service), examples: batchExamples },
  asynchronous: true,
  answers: [
    {
      status: 200,
      description: 'A list of every item, in the order of submission.',
      schema: resultsListSchema(service.result),
      examples: (run) => ({
        list: {
          summary: 'Every item',
          value: {
            object: 'list',
            data: exampleItems(run).map(({ entry }) => entry),
            next_cursor: null,
          },
        },
      }),
    },
    accepted('With `Prefer: respond-async`: a batch that is pending.', batchSchema, (run) => ({
      batch: { summary: 'A batch', value: exampleBatch(run, 'pending') },
    })),
  ],
  // The faults of one item are codes of that item. These are the codes of the whole batch.
  refusals: [
    ...refusalsOf(service, [
      'invalid_request',
      'purpose_not_approved',
      'scope_not_granted',
      'batch_too_large',
      'quota_exceeded',
      'batch_quota_exceeded',
    ]),
    ...fundsOf(service),
  ],
})

const resultIdParameter = (service: Service) => ({
  id: { description: 'The `id` of the result.', example: `${service.idPrefix}_01KJQCCTY0B1F2GR7V5Q0WDX9N` },
})

/** Reading a result again. */
export const docsOfResult = (service: Service): EndpointDocs => ({
  operationId: `read_${nameOf(service)}`,
  tag: service.title,
  summary: `Read ${service.actions.result} again`,
  description: `The same object as in the first response, with new file links, for ${limits.retentionDays} days. A result of another application gets the response of a missing one.`,
  path: resultIdParameter(service),
  query: {},
  request: null,
  asynchronous: false,
  answers: [{ status: 200, description: 'The result.', schema: service.result, examples: resultExamples }],
  refusals: ['not_found', 'register_unavailable'],
})

/** Reading the current state of a living resource. */
export const docsOfLiving = (service: Service): EndpointDocs => ({
  ...docsOfResult(service),
  summary: `Read ${service.actions.result} as it is now`,
  description:
    'The current state, for as long as the resource exists. A resource of another application gets the response of a missing one.',
  answers: [
    { status: 200, description: 'The current state.', schema: service.result, examples: resultExamples },
  ],
})

/** Reading a part of a result at its own path. */
export const docsOfSubResource = (service: Service, part: SubResource): EndpointDocs => ({
  operationId: `read_${nameOf(service)}${part.path.replaceAll(/\/:\w+/g, '').replaceAll('/', '_')}`,
  tag: service.title,
  summary: part.summary,
  description: part.description,
  path: { ...resultIdParameter(service), ...part.parameters },
  query: {},
  request: null,
  asynchronous: false,
  answers: [
    {
      status: 200,
      description: 'The sub-resource.',
      schema: part.schema,
      examples: ({ calls }) => part.examples(calls),
    },
  ],
  refusals: ['not_found'],
})
