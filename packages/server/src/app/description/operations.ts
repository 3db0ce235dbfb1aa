import type { ErrorCode } from '@nani/contract'
import type { DescribedEndpoint, ExampleRun, Examples } from '../../calls/calls/index.ts'
import { gatewayRefusals } from '../../gateway/gateway/index.ts'
import { errorResponses } from './errors.ts'
import type { MediaType, Operation, Parameter, Reference, Response, Schema } from './open-api.ts'
import { reference } from './open-api.ts'
import type { PlainRoute } from './plain-route.ts'
import type { WriteSchema } from './schemas.ts'

/** One of two: the sandbox needs no certificate, production needs one. */
const signedSecurity: Record<string, string[]>[] = [
  { apiKey: [], signature: [] },
  { apiKey: [], signature: [], clientCertificate: [] },
]

/** Every code that an endpoint can return. */
export const refusalsOf = (endpoint: DescribedEndpoint): ErrorCode[] => [
  ...new Set([...gatewayRefusals(endpoint), ...endpoint.docs.refusals]),
]

/** An endpoint of the signed API. Shapes are those of the plaintext. `x-encrypted` marks those that are encrypted on the wire. */
export const signedOperation = (
  endpoint: DescribedEndpoint,
  run: ExampleRun,
  write: WriteSchema,
): Operation => {
  const { docs } = endpoint
  const content = (schema: Schema, examples: Examples): Record<string, MediaType> => ({
    'application/json': { schema, examples, 'x-encrypted': true },
  })
  const successes = docs.answers.map(({ status, description, schema, examples }): [string, Response] => [
    String(status),
    {
      description,
      headers: {
        'X-Request-Id': reference('headers', 'RequestId'),
        'X-SVC-IV': reference('headers', 'AnswerIv'),
        ...(endpoint.method === 'POST' && {
          'Idempotent-Replayed': reference('headers', 'IdempotentReplayed'),
        }),
      },
      content: content(write(schema), examples(run)),
    },
  ])
  return {
    operationId: docs.operationId,
    tags: [docs.tag],
    summary: docs.summary,
    description: docs.description,
    security: signedSecurity,
    parameters: parametersOf(endpoint, write),
    ...(docs.request && {
      requestBody: {
        required: true,
        description:
          'Encrypted: the body on the wire is that of `x-encrypted-body`. Its `payload` contains this object.',
        content: content(write(docs.request.schema), docs.request.examples(run)),
      },
    }),
    responses: { ...Object.fromEntries(successes), ...errorResponses(refusalsOf(endpoint), true) },
  }
}

const parametersOf = ({ method, body, docs }: DescribedEndpoint, write: WriteSchema) => {
  const path = Object.entries(docs.path).map(
    ([name, { description, example }]): Parameter => ({
      name,
      in: 'path',
      required: true,
      description,
      schema: { type: 'string' },
      example,
    }),
  )
  const query = Object.entries(docs.query).map(([name, schema]): Parameter => {
    const { description = '', ...rest } = write(schema)
    return { name, in: 'query', required: false, description, schema: rest }
  })
  const headers: Reference[] = [
    reference('parameters', 'Timestamp'),
    reference('parameters', 'Nonce'),
    ...(body === 'required' ? [reference('parameters', 'Iv')] : []),
    ...(method === 'POST' ? [reference('parameters', 'IdempotencyKey')] : []),
    ...(docs.asynchronous ? [reference('parameters', 'Prefer')] : []),
  ]
  return [...path, ...query, ...headers]
}

/** A route without a signature. Its requests and responses are not encrypted. */
export const plainOperation = (route: PlainRoute, write: WriteSchema): Operation => {
  const parameters = (route.parameters ?? []).map(
    ({ schema, optional, ...parameter }): Parameter => ({
      ...{ ...parameter, required: !optional, schema: write(schema) },
    }),
  )
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    security: route.security ?? [],
    ...(parameters.length > 0 && { parameters }),
    ...(route.request && { requestBody: plainRequest(route.request, write) }),
    responses: { ...plainAnswers(route, write), ...errorResponses(route.refusals ?? [], false) },
  }
}

const plainRequest = (
  { contentType, description, schema, example }: NonNullable<PlainRoute['request']>,
  write: WriteSchema,
): Operation['requestBody'] => ({
  ...{ required: true, description },
  content: { [contentType]: { schema: write(schema), examples: { example: { value: example } } } },
})

const plainAnswers = ({ answers }: PlainRoute, write: WriteSchema): Record<string, Response> => {
  const written: Record<string, Response> = {}
  for (const { status, description, contentType, schema, example, headers, examples } of answers) {
    const shown = examples ?? (example === undefined ? undefined : { example: { value: example } })
    const media: MediaType = { ...(schema && { schema: write(schema) }), ...(shown && { examples: shown }) }
    // Two responses with one status differ in their content type only.
    written[status] = {
      description,
      ...(headers && { headers }),
      ...(contentType && { content: { ...written[status]?.content, [contentType]: media } }),
    }
  }
  return written
}
