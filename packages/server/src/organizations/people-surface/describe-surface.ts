import { entryFor, type RefusalCode, refusals, shownCode } from '@nani/contract/refusals'
import {
  type Declaration,
  type DescribedError,
  describeActs,
  permissionOf,
  setsCookies,
  surfaceMembers,
} from '../../gateway/acts/index.ts'
import type { CookieForm } from './cookies.ts'

/** Every code that an answer may have. */
const shownCodes = [
  ...new Set((Object.keys(refusals.staff) as RefusalCode[]).map((code) => shownCode('staff', code))),
]

const error = {
  type: 'object',
  required: ['error', 'message', 'request_id'],
  properties: {
    error: { type: 'string', enum: shownCodes },
    message: { type: 'string' },
    request_id: { type: 'string' },
    next: { type: 'string', description: 'The next step.' },
    field: { type: 'string', description: 'With `invalid_request`: the path of the wrong member.' },
    methods: { type: 'array', items: { type: 'string' }, description: 'With `second_factor_required`.' },
    current: { type: 'object', description: 'With `changed_meanwhile`: the object as it is now.' },
    retry_after: { type: 'integer', description: 'With `too_many_attempts` and `busy`: seconds.' },
  },
}

/** The texts of a surface in its description. */
export type SurfaceDescription = {
  surface: 'member' | 'operator'
  /** The name of the operation that returns the description. */
  operationId: string
  title: string
  sentence: string
  cookie: CookieForm['name']
}

/** The errors of an operation: those of its rules, and those that its declaration implies. */
const errorsOf = (
  declaration: Declaration,
  route: string,
  surface: SurfaceDescription['surface'],
): DescribedError[] => {
  const { session, roles, step_up: always, step_up_when: inCase } = permissionOf(declaration, surface)
  const implied: [boolean, RefusalCode][] = [
    [true, 'invalid_request'],
    [session, 'not_signed_in'],
    [roles.length > 0, 'not_permitted'],
    [roles.length > 0 || always || inCase !== undefined, 'second_factor_required'],
    [route.startsWith('POST ') && setsCookies(declaration), 'state_conflict'],
    [!route.startsWith('GET '), 'request_not_from_page'],
    [route.includes('{'), 'not_found'],
    [surfaceMembers(declaration.input).includes('version'), 'changed_meanwhile'],
    [declaration.rateLimit !== null, 'too_many_attempts'],
    [!route.startsWith('GET '), 'payload_too_large'],
    [true, 'internal_error'],
    [true, 'busy'],
  ]
  const codes = new Set([
    ...implied.filter(([applies]) => applies).map(([, code]) => shownCode('staff', code)),
    ...declaration.refusals.map((code) => shownCode('staff', code)),
  ])
  return [...codes].map((code) => ({ code, status: entryFor('staff', code)?.status ?? 500 }))
}

const ownDescription = (operationId: string) => ({
  operationId,
  summary: 'Describes this API',
  'x-nani-permission': { session: false, roles: [], step_up: false },
  security: [],
  parameters: [],
  responses: {
    200: {
      description: 'This document.',
      content: { 'application/json': { schema: { type: 'object' }, example: { openapi: '3.1.0' } } },
    },
  },
})

/** The description of the API of a surface, from the declarations of its routes. */
export const describeSurface = (
  declarations: readonly Declaration[],
  { surface, operationId, title, sentence, cookie }: SurfaceDescription,
): object => ({
  openapi: '3.1.0',
  info: { title, version: '1', description: sentence },
  servers: [{ url: '/api' }],
  paths: {
    ...describeActs(declarations, {
      surface,
      errorsOf: (declaration, route) => errorsOf(declaration, route, surface),
      headersOfChanges: { 'X-Nani-App': '1' },
    }),
    '/openapi.json': { get: ownDescription(operationId) },
  },
  components: {
    schemas: { Error: error },
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: `__Host-${cookie}` } },
  },
})
