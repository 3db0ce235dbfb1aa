import Type from 'typebox'
import type { PlainRoute } from '../../../app/description/index.ts'
import { maxCharacters } from '../../../services/sign-in/index.ts'

/** The parameters of an authorize request (spec/sign-in#authorize-request). */
export const authorizeParameters: NonNullable<PlainRoute['parameters']> = [
  {
    ...{ name: 'response_type', in: 'query', description: 'Always `code`.', example: 'code' },
    schema: Type.Literal('code'),
  },
  {
    ...{ name: 'client_id', in: 'query', description: 'The API key of the application.' },
    ...{ schema: Type.String(), example: 'key_test_4fKq2Vx7mR9sT1wZ8bN3cY6d' },
  },
  {
    ...{ name: 'redirect_uri', in: 'query', description: 'Equals a registered address, byte for byte.' },
    ...{ schema: Type.String(), example: 'https://shop.example/callback' },
  },
  {
    name: 'scope',
    in: 'query',
    description:
      'Separated by spaces: `openid`, which is required, `profile`, and `svc:` with each further scope. `svc:credit.score` asks for a credit consent.',
    ...{ schema: Type.String(), example: 'openid profile svc:kyc.emails' },
  },
  {
    ...{ name: 'state', in: 'query', optional: true, example: 'af0ifjsldkj' },
    schema: Type.String({ maxLength: maxCharacters.state }),
    description: 'Comes back unchanged. Compare it before anything else.',
  },
  {
    ...{ name: 'code_challenge', in: 'query', description: 'The base64url SHA-256 of the verifier.' },
    schema: Type.String({ minLength: 43, maxLength: 43 }),
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  },
  {
    ...{ name: 'code_challenge_method', in: 'query', description: 'Always `S256`.', example: 'S256' },
    schema: Type.Literal('S256'),
  },
  {
    ...{ name: 'nonce', in: 'query', optional: true, example: 'n-0S6_WzA2Mj' },
    schema: Type.String({ maxLength: maxCharacters.nonce }),
    description: 'Comes back in the id_token.',
  },
  {
    ...{ name: 'login_hint', in: 'query', optional: true, example: '+243812345678' },
    schema: Type.String({ maxLength: 64 }),
    description: 'A number or an identifier. It fills the field of the page. Another text is ignored.',
  },
  {
    ...{ name: 'ui_locales', in: 'query', optional: true, schema: Type.String(), example: 'ln fr' },
    description: 'Languages, separated by spaces. The first one that the pages have is used.',
  },
  {
    ...{ name: 'prompt', in: 'query', optional: true, schema: Type.String() },
    description:
      '`none` returns `login_required`: the citizen must always approve. `login`, `consent` and `select_account` change nothing.',
  },
  {
    ...{ name: 'max_age', in: 'query', optional: true, schema: Type.Integer({ minimum: 0 }) },
    description: 'Changes nothing: every sign-in is fresh, and the id_token has `auth_time`.',
  },
  {
    ...{ name: 'response_mode', in: 'query', optional: true, schema: Type.Literal('query') },
    description: 'Only `query` is supported.',
  },
]
