import Type from 'typebox'
import { serviceNames } from '../services.ts'
import { nullable, timestamp } from './console-people.ts'

/** Schemas of the console's API about the calls of an application. No body and no citizen is in them. */

const refusedBy = {
  check: Type.String({ examples: ['Enabled service'] }),
  rule: Type.String(),
  message: Type.String(),
}

export const loggedRequest = Type.Object({
  object: Type.Literal('request'),
  id: Type.String({ examples: ['req_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  /** The same, by the name that the answer to the caller and the filter have. */
  request_id: Type.String({ examples: ['req_01M7YS1Q44S1432YGAVSNSSJEF'] }),
  at: timestamp,
  method: Type.String({ examples: ['POST'] }),
  path: Type.String({ examples: ['/v1/kyc/validations'] }),
  status: Type.Integer({ examples: [403] }),
  error: nullable(Type.String({ examples: ['service_not_enabled'] })),
  /** The meaning of the error and the next step. Null: the call succeeded. */
  message: nullable(Type.String()),
  /** The same in French. */
  message_fr: nullable(Type.String()),
  /** The check that refused the call, with its rule and the next step. Null: every check has passed. */
  refused_by: nullable(
    Type.Object({
      ...refusedBy,
      fr: Type.Object({ ...refusedBy, check: Type.String({ examples: ['Service activé'] }) }),
    }),
  ),
  service: nullable(Type.Enum([...serviceNames])),
  purpose: nullable(Type.String({ examples: ['customer_onboarding'] })),
  scopes: Type.Array(Type.String()),
  address: nullable(Type.String({ examples: ['203.0.113.7'] })),
  api_key: nullable(Type.String({ examples: ['key_test_0123456789abcdefghijklmn'] })),
  duration_ms: nullable(
    Type.Integer({
      minimum: 0,
      examples: [42],
      description:
        'From the headers of the request until its entry was handed to the database. It has no commit and no sending. Null: the work was performed later.',
    }),
  ),
  result_id: nullable(Type.String({ examples: ['kyc_01M7YS1Q44S1432YGAVSNSSJEF'] })),
})

export type LoggedRequest = Type.Static<typeof loggedRequest>

/** Calls that named a key of the application and were not verified, by minute. Anyone can send them. */
export const refusedAuthentication = Type.Object({
  object: Type.Literal('refused_authentication'),
  minute: timestamp,
  code: Type.String({ examples: ['invalid_signature'] }),
  count: Type.Integer({ examples: [3] }),
})

export type RefusedAuthentication = Type.Static<typeof refusedAuthentication>
