import type { ErrorCode } from '@nani/contract'
import type { DescribedEndpoint, Examples, Rehearsal } from '../delivery/index.ts'
import { gatewayRefusals } from '../gateway/index.ts'
import { errorResponses } from './errors.ts'
import type { MediaType, Operation, Parameter, Reference, Response, Schema } from './open-api.ts'
import { reference } from './open-api.ts'
import type { PlainRoute } from './plain-route.ts'
import type { WriteSchema } from './schemas.ts'

/** Either of them: the sandbox asks for no certificate, production does. */
const signedSecurity: Record<string, string[]>[] = [
  { apiKey: [], signature: [] },
  { apiKey: [], signature: [], clientCertificate: [] },
]

/** Every code that an endpoint can answer with. */
export const refusalsOf = (endpoint: DescribedEndpoint): ErrorCode[] => [
  ...new Set([...gatewayRefusals(endpoint), ...endpoint.about.refusals]),
]

/** An endpoint of the signed API. Shapes are those of the plaintext; `x-encrypted` says that they travel sealed. */
export const signedOperation = (
  endpoint: DescribedEndpoint,
  rehearsal: Rehearsal,
  write: WriteSchema,
): Operation => {
  const { about } = endpoint
  const content = (schema: Schema, examples: Examples): Record<string, MediaType> => ({
    'application/json': { schema, examples, 'x-encrypted': true },
  })
  const successes = about.answers.map(({ status, description, schema, examples }): [string, Response] => [
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
      content: content(write(schema), examples(rehearsal)),
    },
  ])
  return {
    operationId: about.operationId,
    tags: [about.tag],
    summary: about.summary,
    description: about.description,
    security: signedSecurity,
    parameters: parametersOf(endpoint, write),
    ...(about.request && {
      requestBody: {
        required: true,
        description: 'Encrypted: what travels is `EncryptedBody`, whose `payload` holds this object.',
        content: content(write(about.request.schema), about.request.examples(rehearsal)),
      },
    }),
    responses: { ...Object.fromEntries(successes), ...errorResponses(refusalsOf(endpoint), true) },
  }
}

const parametersOf = ({ method, body, about }: DescribedEndpoint, write: WriteSchema) => {
  const path = Object.entries(about.path).map(
    ([name, { description, example }]): Parameter => ({
      name,
      in: 'path',
      required: true,
      description,
      schema: { type: 'string' },
      example,
    }),
  )
  const query = Object.entries(about.query).map(([name, schema]): Parameter => {
    const { description = '', ...rest } = write(schema)
    return { name, in: 'query', required: false, description, schema: rest }
  })
  const headers: Reference[] = [
    reference('parameters', 'Timestamp'),
    reference('parameters', 'Nonce'),
    ...(body === 'required' ? [reference('parameters', 'Iv')] : []),
    ...(method === 'POST' ? [reference('parameters', 'IdempotencyKey')] : []),
    ...(about.asynchronous ? [reference('parameters', 'Prefer')] : []),
  ]
  return [...path, ...query, ...headers]
}

/** A route without a signature: plain requests, plain answers. */
export const plainOperation = (route: PlainRoute, write: WriteSchema): Operation => {
  const answers: Record<string, Response> = {}
  for (const { status, description, contentType, schema, example } of route.answers) {
    const media: MediaType = {
      ...(schema && { schema: write(schema) }),
      ...(example !== undefined && { examples: { example: { value: example } } }),
    }
    // Two answers of one status differ in their content type alone.
    answers[status] = { description, content: { ...answers[status]?.content, [contentType]: media } }
  }
  const parameters = (route.parameters ?? []).map(
    ({ schema, ...parameter }): Parameter => ({ ...parameter, required: true, schema: write(schema) }),
  )
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    security: [],
    ...(parameters.length > 0 && { parameters }),
    responses: { ...answers, ...errorResponses(route.refusals ?? [], false) },
  }
}
