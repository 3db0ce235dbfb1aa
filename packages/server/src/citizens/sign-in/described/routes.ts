import Type from 'typebox'
import type { PlainRoute } from '../../../app/description/index.ts'
import { discoveryDocument, oauthErrorsAt, signInPaths } from '../../../services/sign-in/index.ts'
import { authorizeRoutes, signInTag } from './authorize.ts'
import { userinfoExample, userinfoSchema } from './claims.ts'
import { errorAnswer, listOf } from './oauth-answers.ts'

const tag = signInTag
const json = 'application/json'
/** One of two: plain http of the sandbox has no certificate, TLS needs that of the application. */
const withCertificate = (scheme: Record<string, string[]>) => [scheme, { ...scheme, clientCertificate: [] }]

const serverError = errorAnswer(500, 'An internal error.', ['server_error'])

const token: PlainRoute = {
  path: signInPaths.token,
  method: 'post',
  operationId: 'exchange_code',
  tag,
  summary: 'Exchange a code for tokens',
  description: `
There is no client secret. The application is authenticated by its client certificate, and by the PKCE verifier. Some
libraries always send a Basic header or a \`client_secret\`. The name in the header counts as \`client_id\` and must equal one
in the body. The secret is ignored. A code is valid for 60 seconds and once. A second exchange also ends the access token of the first one.

${listOf(oauthErrorsAt('token'))}
`.trim(),
  security: withCertificate({}),
  request: {
    contentType: 'application/x-www-form-urlencoded',
    description: 'A form. Each field occurs once.',
    schema: Type.Object({
      grant_type: Type.Literal('authorization_code'),
      code: Type.String({ description: 'The code of the callback.' }),
      redirect_uri: Type.String({ description: 'Equals the value at the authorize endpoint.' }),
      client_id: Type.String({ description: 'The API key.' }),
      code_verifier: Type.String({ description: 'The random text whose SHA-256 was the `code_challenge`.' }),
    }),
    example: {
      grant_type: 'authorization_code',
      code: 'SplxlOBeZQQYbYS6WxSbIA7f1x2mCkqJ0aVnR3dTtUw',
      redirect_uri: 'https://shop.example/callback',
      client_id: 'key_test_4fKq2Vx7mR9sT1wZ8bN3cY6d',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
  },
  answers: [
    {
      status: 200,
      description: 'The tokens. `Cache-Control` is `no-store`.',
      contentType: json,
      schema: Type.Object({
        access_token: Type.String({ description: 'Opaque; for userinfo.' }),
        id_token: Type.String({
          description:
            'A JWT with RS256, valid for 300 seconds: `iss`, `sub`, `aud`, `exp`, `iat`, `nonce`, `auth_time`, `acr`, `amr`, and the claims of userinfo without those that have files.',
        }),
        token_type: Type.Literal('Bearer'),
        expires_in: Type.Integer({ description: 'Seconds until the access token ends.' }),
        scope: Type.String({ description: 'The granted scopes: all those of the consent screen.' }),
      }),
      example: {
        access_token: '01KJQCCTY0B1F2GR7V5Q0WDX9N.mF9zB5f4-1JqMSlAv41JqMSlAv4mF9zB5f41JqMSlA',
        id_token:
          'eyJhbGciOiJSUzI1NiIsImtpZCI6Ik5hbmkifQ.eyJpc3MiOiJodHRwczovL2FwaS5leGFtcGxlIn0.c2lnbmF0dXJl',
        token_type: 'Bearer',
        expires_in: 300,
        scope: 'openid profile svc:kyc.emails',
      },
    },
    errorAnswer(400, 'An error of OAuth. Also an internal error has this status.', oauthErrorsAt('token')),
  ],
}

const userinfo: PlainRoute = {
  path: signInPaths.userinfo,
  operationId: 'read_userinfo',
  tag,
  summary: 'Read the claims of a citizen',
  description:
    'The claims of the granted scopes, those with files included. Links to files work for five minutes. The access token is sent in the header `Authorization`. Where a certificate is required, it is the one that exchanged the code.',
  security: withCertificate({ accessToken: [] }),
  answers: [
    {
      ...{ status: 200, description: 'The claims.', contentType: json },
      ...{ schema: userinfoSchema, example: userinfoExample },
    },
    {
      ...errorAnswer(401, 'No access token, or one that is not accepted.', [
        'invalid_request',
        'invalid_token',
      ]),
      headers: {
        'WWW-Authenticate': {
          description: '`Bearer`, with the error if a token was sent.',
          schema: { type: 'string', examples: ['Bearer error="invalid_token"'] },
        },
      },
    },
    serverError,
  ],
}

/** OpenID Connect Core, section 5.3.1. */
const postedUserinfo: PlainRoute = {
  ...userinfo,
  method: 'post',
  operationId: 'read_userinfo_by_post',
  summary: 'Read the claims of a citizen with POST',
  description:
    'The same as the GET. The access token is in the header `Authorization`, and a body is not read.',
}

const keys: PlainRoute = {
  path: signInPaths.keys,
  operationId: 'list_signing_keys',
  tag,
  summary: 'Read the keys that sign id_tokens',
  description:
    'Remember the keys as `Cache-Control` says. Read them again when a token names an unknown `kid`. A rotation keeps the earlier keys for a day.',
  answers: [
    {
      status: 200,
      description: 'The public keys, the newest first.',
      contentType: json,
      schema: Type.Object({
        keys: Type.Array(
          Type.Object({
            kty: Type.Literal('RSA'),
            use: Type.Literal('sig'),
            alg: Type.Literal('RS256'),
            kid: Type.String(),
            n: Type.String(),
            e: Type.String(),
          }),
        ),
      }),
      example: {
        keys: [
          {
            kty: 'RSA',
            use: 'sig',
            alg: 'RS256',
            kid: 'mC8x2vQ1tR7sW4zN',
            n: '0vx7agoebGcQSuuPiLJXZpt',
            e: 'AQAB',
          },
        ],
      },
    },
    serverError,
  ],
}

const example = discoveryDocument('production', 'https://api.example', null)

const discovery: PlainRoute = {
  path: signInPaths.discovery,
  operationId: 'read_discovery',
  tag,
  summary: 'Read the discovery document',
  description: 'OpenID Connect Discovery 1.0. A library needs this address and the API key only.',
  answers: [
    {
      status: 200,
      description: 'The document.',
      contentType: json,
      schema: Type.Object({
        issuer: Type.String({ format: 'uri', description: 'The `iss` of every id_token.' }),
        authorization_endpoint: Type.String({ format: 'uri' }),
        token_endpoint: Type.String({ format: 'uri' }),
        userinfo_endpoint: Type.String({ format: 'uri' }),
        jwks_uri: Type.String({ format: 'uri' }),
        mtls_endpoint_aliases: Type.Optional(
          Type.Object(
            {
              token_endpoint: Type.String({ format: 'uri' }),
              userinfo_endpoint: Type.String({ format: 'uri' }),
            },
            { description: 'Where the client certificate is sent, if one is required.' },
          ),
        ),
        ...Object.fromEntries(
          Object.entries(example)
            .filter(([, value]) => Array.isArray(value))
            .map(([name]) => [name, Type.Array(Type.String())]),
        ),
        ...Object.fromEntries(
          Object.entries(example)
            .filter(([, value]) => typeof value === 'boolean')
            .map(([name]) => [name, Type.Boolean()]),
        ),
      }),
      example,
    },
    serverError,
  ],
}

/** The endpoints of OpenID Connect in the API document. The pages for citizens are no part of it. */
export const signInRoutes: readonly PlainRoute[] = [
  ...authorizeRoutes,
  token,
  userinfo,
  postedUserinfo,
  keys,
  discovery,
]
