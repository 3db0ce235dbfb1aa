import {
  basicScope,
  scopes as catalogue,
  type Identifier,
  identifierTypes,
  isScope,
  normalizeIdentifier,
  type Scope,
} from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { Application } from '../../../gateway/gateway/index.ts'
import type { Service } from '../declaration/service.ts'
import { settingsOf } from '../service-settings.ts'
import { asSent, checkShape, type FieldPath, invalidField } from './check-shape.ts'
import { isObject, stripUnknownFields } from './strip-unknown-fields.ts'

/** A request whose fields, purpose and scopes are valid. */
export type ValidRequest = {
  /** The known fields only, without null values (spec/conventions#absent-and-null). */
  request: Record<string, unknown>
  identifier: Identifier | null
  /** The purpose of the request, or the `absentPurpose` of the service. */
  purpose: string
  scopes: Scope[]
  reference: string | null
  documentDelivery: 'signed_url' | 'base64'
}

/** Field validation, identifier, purpose and scopes, in the order of spec/checks#order-of-checks. */
export const validateRequest = (service: Service, body: unknown, application: Application): ValidRequest => {
  const request = stripUnknownFields(service.request, body)
  checkShape(service.request, request)
  if (!isObject(request)) throw new Error(`${service.name} declares a request that is no object`)
  checkAmongFields(service, request, application)
  return checkMeaning(service, request, application)
}

/** The checks after the fields. The fields are known and valid. */
export const checkMeaning = (
  service: Service,
  request: Record<string, unknown>,
  application: Application,
): ValidRequest => {
  const identifier = identifierOf(service, request)
  const purpose = purposeOf(service, request, application)
  const scopes = scopesOf(service, request, application)
  service.checkPermission?.({
    request,
    environment: application.environment,
    settings: settingsOf(service, application),
  })
  return {
    request,
    identifier,
    purpose,
    scopes,
    reference: typeof request.reference === 'string' ? request.reference : null,
    documentDelivery: request.document_delivery === 'base64' ? 'base64' : 'signed_url',
  }
}

/** The rules of the service between fields: `invalid_request` names the field. */
export const checkAmongFields = (
  service: Service,
  request: Record<string, unknown>,
  application: Pick<Application, 'clockAheadMs'>,
  fieldPath: FieldPath = asSent,
): void => {
  const wrong = service.checkFields?.(request, application.clockAheadMs)
  if (wrong) throw invalidField(fieldPath(wrong.field), wrong.reason)
}

/** The identifier in its canonical form, from any place that the declaration allows; null if none was sent. */
const identifierOf = (service: Service, request: Record<string, unknown>): Identifier | null => {
  for (const [place, accepted] of Object.entries(service.identifierTypes)) {
    const identifier = valueAt(request, place)
    if (!isIdentifier(identifier)) continue
    if (!accepted.includes(identifier.type)) {
      throw new Refusal('unsupported_identifier_type', { field: `${place}.type`, accepted })
    }
    const normal = normalizeIdentifier(identifier)
    if (!normal) throw new Refusal('invalid_identifier', { field: `${place}.value` })
    return normal
  }
  return null
}

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inside, name) => (isObject(inside) ? inside[name] : undefined), value)

const isIdentifier = (value: unknown): value is Identifier =>
  isObject(value) && identifierTypes.some((type) => type === value.type) && typeof value.value === 'string'

const purposeOf = (
  service: Service,
  { purpose }: Record<string, unknown>,
  application: Application,
): string => {
  if (typeof purpose === 'string') {
    checkPurpose(purpose, application)
    return purpose
  }
  if (service.absentPurpose) return service.absentPurpose
  throw new Error(`${service.name} declares no purpose for a request without one`)
}

/** 403 for a purpose that is not approved, or in no catalogue (spec/conventions#catalogue-values). */
export const checkPurpose = (purpose: string, application: Application) => {
  const approved: ReadonlySet<string> = application.purposes
  if (!approved.has(purpose)) throw new Refusal('purpose_not_approved', { purpose })
}

/** A service whose requests have no scopes may disclose basic KYC at most. */
const scopesOf = (
  service: Service,
  { scopes }: Record<string, unknown>,
  application: Application,
): Scope[] =>
  'scopes' in service.request.properties ? grantedScopes(textsOf(scopes), application) : [basicScope]

/** The texts of a valid list; undefined if it is absent. */
export const textsOf = (list: unknown): string[] | undefined =>
  Array.isArray(list) ? list.filter((value) => typeof value === 'string') : undefined

/** Omitted: every granted scope. Empty: basic only. One that is not granted, or in no catalogue: 403. */
export const grantedScopes = (requested: string[] | undefined, application: Application): Scope[] => {
  for (const scope of requested ?? []) {
    const granted = isScope(scope) && (scope === basicScope || application.scopes.has(scope))
    if (!granted) throw new Refusal('scope_not_granted', { scope })
  }
  const asked = requested ? new Set<string>(requested) : application.scopes
  return catalogue.filter((scope) => scope === basicScope || asked.has(scope))
}
