import Type from 'typebox'
import type { PlainRoute } from '../../../app/description/index.ts'
import { oauthErrorsAt, signInPaths } from '../../../services/sign-in/index.ts'
import { authorizeParameters } from './authorize-parameters.ts'
import { listOf } from './oauth-answers.ts'

export const signInTag = 'Federated sign-in'
const authorizeCodes = oauthErrorsAt('authorize')
const redirectedCodes = authorizeCodes.filter((code) => code !== 'invalid_client')

const asked: PlainRoute = {
  path: signInPaths.authorize,
  operationId: 'authorize_sign_in',
  tag: signInTag,
  summary: 'Send the browser of the citizen',
  description: `
Redirect the browser to this address. It leads to the page of the sign-in, and from there back to \`redirect_uri\`: with
\`code\` and \`state\`, or with \`error\`, \`error_description\` and \`state\`, never with both. In both cases, \`iss\` is the issuer (RFC 9207). An unknown \`client_id\` or
\`redirect_uri\` shows an error page and never redirects.

${listOf(authorizeCodes)}
`.trim(),
  parameters: authorizeParameters,
  answers: [
    {
      status: 303,
      description: 'To the page of the sign-in, or with an error to the `redirect_uri`.',
      headers: {
        Location: {
          description: `The next address. Its parameter \`error\` is one of ${redirectedCodes.map((code) => `\`${code}\``).join(', ')}.`,
          schema: {
            type: 'string',
            format: 'uri-reference',
            examples: [
              '/sign-in/01KJQCCTY0B1F2GR7V5Q0WDX9N.01KJQCD2M4E8S6T0V2W4X6Y8Z0',
              'https://shop.example/callback?error=invalid_scope&error_description=The+scope+openid+is+required.&state=af0ifjsldkj&iss=https%3A%2F%2Fapi.example',
            ],
          },
        },
      },
    },
    {
      status: 400,
      description: 'The `client_id` or the `redirect_uri` is unknown: an error page for the citizen.',
      contentType: 'text/html',
    },
    {
      status: 429,
      description: 'Too many requests of one address: an error page for the citizen.',
      contentType: 'text/html',
    },
    {
      status: 500,
      description: 'An internal error: an error page for the citizen.',
      contentType: 'text/html',
    },
  ],
}

/** The same parameters as a form (OpenID Connect Core, section 3.1.2.1). */
const posted: PlainRoute = {
  ...asked,
  method: 'post',
  operationId: 'authorize_sign_in_by_form',
  summary: 'Send the browser of the citizen with a form',
  description:
    'The same as the GET, with the parameters in a form of the browser. Parameters in the address are not read.',
  parameters: [],
  request: {
    contentType: 'application/x-www-form-urlencoded',
    description: 'A form. Each field occurs once.',
    schema: Type.Object(
      Object.fromEntries(
        authorizeParameters.map(({ name, schema, description, optional }) => {
          const field = { ...schema, description } as typeof schema
          return [name, optional ? Type.Optional(field) : field]
        }),
      ),
    ),
    example: Object.fromEntries(
      authorizeParameters.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])),
    ),
  },
}

export const authorizeRoutes: readonly PlainRoute[] = [asked, posted]
