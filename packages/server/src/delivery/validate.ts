import {
  basicScope,
  scopes as catalogue,
  type Identifier,
  isScope,
  normalizeIdentifier,
  type Purpose,
  type Scope,
} from '@nani/contract'
import type Type from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Refusal } from '../core/index.ts'
import type { Application } from '../gateway/index.ts'
import { knownFields } from './known-fields.ts'
import type { Service } from './service.ts'

/** A request whose fields, purpose and scopes hold. */
export type ValidRequest = {
  /** The known fields only; null members are gone (decisions §5: null means absent). */
  request: Record<string, unknown>
  identifier: Identifier | null
  purpose: string
  scopes: Scope[]
  reference: string | null
  documentDelivery: 'signed_url' | 'base64'
}

/** Turns a field of the request into the path that the caller sees, such as `items[3].identifier.value`. */
export type FieldPath = (path: string) => string

const asSent: FieldPath = (path) => path

const compiled = new WeakMap<object, Validator>()
const validatorOf = (schema: Type.TSchema): Validator => {
  let validator = compiled.get(schema)
  if (!validator) {
    validator = Compile(schema)
    compiled.set(schema, validator)
  }
  return validator
}

/** Decisions §4 `invalid_request`: names the deepest field that is missing or wrong, and says how. */
export const checkShape = (schema: Type.TSchema, value: unknown, fieldPath: FieldPath = asSent): void => {
  const validator = validatorOf(schema)
  if (validator.Check(value)) return
  const found = validator.Errors(value).map((error) => ({ path: errorPath(error), message: error.message }))
  const deepest = found.reduce((best, error) => (depth(error.path) > depth(best.path) ? error : best), {
    path: '',
    message: 'is invalid',
  })
  throw invalidField(fieldPath(deepest.path), deepest.message)
}

export const invalidField = (field: string, reason: string): Refusal =>
  new Refusal('invalid_request', { field, reason })

const depth = (path: string) => path.split(/[.[]/).length + (path === '' ? -1 : 0)

const errorPath = (error: { instancePath: string; params: object }): string => {
  const missing = (error.params as { requiredProperties?: string[] }).requiredProperties?.[0]
  const pointer = missing === undefined ? error.instancePath : `${error.instancePath}/${missing}`
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path ? `${path}.${part}` : part), '')
}

/** Field validation, identifier, purpose and scopes, in the order of decisions §3. */
export const validateRequest = (
  service: Service,
  body: unknown,
  application: Application,
  fieldPath: FieldPath = asSent,
): ValidRequest => {
  const request = knownFields(service.request, body) as Record<string, unknown>
  checkFields(service, request, fieldPath)
  const identifier = checkIdentifier(service, request, fieldPath)
  checkPurpose(request.purpose as string, application)
  const scopes = grantedScopes(request.scopes as string[] | undefined, application)
  service.checkPermission?.(request, application)
  return {
    request,
    identifier,
    purpose: request.purpose as string,
    scopes,
    reference: (request.reference as string | undefined) ?? null,
    documentDelivery: (request.document_delivery as 'signed_url' | 'base64' | undefined) ?? 'signed_url',
  }
}

/** The shape of a request, then the rules of its service among fields: `invalid_request` names what breaks either. */
export const checkFields = (
  service: Service,
  request: Record<string, unknown>,
  fieldPath: FieldPath = asSent,
): void => {
  checkShape(service.request, request, fieldPath)
  const wrong = service.checkFields?.(request)
  if (wrong) throw invalidField(fieldPath(wrong.field), wrong.reason)
}

/** The identifier in its canonical form, wherever the declaration lets it stand; null where none was sent. */
const checkIdentifier = (
  service: Service,
  request: Record<string, unknown>,
  fieldPath: FieldPath,
): Identifier | null => {
  for (const [place, accepted] of Object.entries(service.identifierTypes)) {
    const identifier = memberAt(request, place) as Identifier | undefined
    if (!identifier) continue
    if (!accepted.includes(identifier.type)) {
      throw new Refusal('unsupported_identifier_type', { field: fieldPath(`${place}.type`), accepted })
    }
    const normal = normalizeIdentifier(identifier)
    if (!normal) throw new Refusal('invalid_identifier', { field: fieldPath(`${place}.value`) })
    return normal
  }
  return null
}

const memberAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inside, name) => (inside as Record<string, unknown> | undefined)?.[name], value)

/** 403 for a purpose that is not approved, or in no catalogue (decisions §4). */
export const checkPurpose = (purpose: string, application: Application) => {
  if (!application.purposes.has(purpose as Purpose)) throw new Refusal('purpose_not_approved', { purpose })
}

/** Omitted: every granted scope. Empty: basic only. One that is not granted, or in no catalogue: 403. */
export const grantedScopes = (requested: string[] | undefined, application: Application): Scope[] => {
  for (const scope of requested ?? []) {
    const granted = isScope(scope) && (scope === basicScope || application.scopes.has(scope))
    if (!granted) throw new Refusal('scope_not_granted', { scope })
  }
  const asked = requested ? new Set<string>(requested) : application.scopes
  return catalogue.filter((scope) => scope === basicScope || asked.has(scope))
}
