import { randomBytes } from 'node:crypto'
import { type Answer, type ErrorBody, get, type SignedRequest, send, signedRequest } from '../client/call.ts'
import { type Credentials, type Identity, identityOf as readIdentity } from '../client/credentials.ts'
import { exchange } from '../client/transport.ts'
import { type Callers, type Environment, unapprovedPurpose, ungrantedScope } from './callers.ts'
import type { Operation } from './described-operations.ts'
import {
  creates,
  exampleBody,
  isSuccess,
  type Mode,
  preferring,
  type Resources,
  unknownPath,
} from './resources.ts'

/** One environment with the applications that call it and the resources that one of them owns. */
export type World = { environment: Environment; callers: Callers; resources: Resources }
/** One operation in one request mode. */
export type Call = { operation: Operation; mode: Mode }

/** One way in which a caller has no right. */
export type Fault = {
  name: string
  /** The required answer, derived from the operation. Null if the fault cannot be committed there. */
  expected(operation: Operation, environment: Environment): string | null
  /** Commits the fault and returns a label of the answer. */
  commit(call: Call, world: World): Promise<string>
}

const identities = new Map<string, Identity>()

/** The same identity for the same files: each identity keeps connections open, and their number is bounded. */
const remembered = (name: string, read: () => Identity): Identity => {
  const identity = identities.get(name) ?? read()
  identities.set(name, identity)
  return identity
}
const identityOf = (credentials: Credentials): Identity =>
  remembered(`${credentials.ca_file} ${credentials.certificate_file}`, () => readIdentity(credentials))

const labelOf = (answer: Answer<ErrorBody>): string => {
  if (isSuccess(answer)) return 'success'
  return `${answer.status} ${answer.json?.error}${answer.encrypted ? '' : ' in plain'}`
}

const requestOf = ({ operation, mode }: Call, { resources }: World, caller: Credentials, members = {}) => {
  const body = exampleBody(operation)
  const { path } = resources.targetOf(operation)
  return signedRequest(caller, operation.method, path, body && { ...body, ...members }, preferring(mode))
}

const sendAs = async (caller: Credentials, request: SignedRequest, identity = identityOf(caller)) =>
  labelOf(await send(caller, request, identity))

const inPlain = (code: string, status: number) => () => `${status} ${code} in plain`
const withStatus = ({ name, errors }: Operation, code: string): string =>
  errors.has(code) ? `${errors.get(code)} ${code}` : `${code}, which ${name} does not describe`

/** The code of a resource that does not exist. It is the only code with status 404 that the operation describes. */
const notFoundOf = ({ name, errors }: Operation): string => {
  const codes = [...errors].filter(([, status]) => status === 404)
  if (codes.length !== 1) return `one code with status 404, which ${name} does not describe`
  return `404 ${codes[0]![0]}`
}

/** Also of operations that need no key. Outside the documentation, each of these is an exception with a reason. */
export const withoutSignature: Fault = {
  name: 'no key',
  expected: (operation, environment) => {
    if (!operation.isDocumentation) return '401 authentication_required in plain'
    return environment === 'sandbox' ? 'success' : '404 not_found in plain'
  },
  commit: async (call, world) => {
    const { owner } = world.callers
    const { headers, ...request } = requestOf(call, world, owner)
    const kept = Object.entries(headers).filter(([name]) => !name.startsWith('X-SVC-'))
    const connection = { baseUrl: owner.base_url, identity: identityOf(owner) }
    const { status, body } = await exchange(connection, { ...request, headers: Object.fromEntries(kept) })
    if (isSuccess({ status })) return 'success'
    return `${status} ${(JSON.parse(body.toString('utf8')) as ErrorBody).error} in plain`
  },
}

const unknownKey: Fault = {
  name: 'unknown key',
  expected: inPlain('invalid_api_key', 401),
  commit: (call, world) => {
    const { owner } = world.callers
    const api_key = `${owner.api_key.slice(0, 9)}${randomBytes(12).toString('hex')}`
    return sendAs(owner, requestOf(call, world, { ...owner, api_key }))
  },
}

const keyOfOtherEnvironment: Fault = {
  name: 'key of the other environment',
  expected: inPlain('invalid_api_key', 401),
  commit: (call, world) => {
    const { owner, otherEnvironment } = world.callers
    const caller = { ...otherEnvironment, base_url: owner.base_url }
    return sendAs(caller, requestOf(call, world, caller), identityOf(owner))
  },
}

const noCertificate: Fault = {
  name: 'no client certificate',
  expected: (operation, environment) =>
    environment === 'production' ? withStatus(operation, 'certificate_required') : null,
  commit: (call, world) => {
    const { owner } = world.callers
    const { ca } = identityOf(owner)
    const identity = remembered(`${owner.ca_file} without a certificate`, () => ({ ca }))
    return sendAs(owner, requestOf(call, world, owner), identity)
  },
}

const foreignCertificate: Fault = {
  name: 'certificate of another application',
  expected: (operation, environment) =>
    environment === 'production' ? withStatus(operation, 'certificate_mismatch') : null,
  commit: (call, world) => {
    const { owner, unapproved } = world.callers
    return sendAs(owner, requestOf(call, world, owner), identityOf(unapproved))
  },
}

const notApproved: Fault = {
  name: 'application not approved',
  expected: (operation, environment) =>
    environment === 'production' ? withStatus(operation, 'production_access_required') : null,
  commit: (call, world) => {
    const { unapproved } = world.callers
    return sendAs(unapproved, requestOf(call, world, unapproved))
  },
}

const serviceOff: Fault = {
  name: 'service off',
  // In production the service is not approved either, and this check comes first.
  expected: (operation, environment) =>
    withStatus(
      operation,
      environment === 'production' ? 'production_access_required' : 'service_not_enabled',
    ),
  commit: (call, world) => {
    const caller = world.callers.withoutService(world.resources.serviceOf(call.operation))
    return sendAs(caller, requestOf(call, world, caller))
  },
}

/**
 * A stranger with every other right sends a member with a value that it may not use. The column applies to operations
 * whose request has this member.
 */
const sending = (name: string, code: string, [member, value]: [string, unknown]): Fault => ({
  name,
  expected: (operation) => (operation.members.has(member) ? withStatus(operation, code) : null),
  commit: (call, world) => {
    const caller = world.callers.withService(world.resources.serviceOf(call.operation))
    return sendAs(caller, requestOf(call, world, caller, { [member]: value }))
  },
})

/** A resource is read or changed by its id. The answer must be the one for an id that does not exist. */
const foreignId = async (call: Call, world: World): Promise<string> => {
  const { operation } = call
  const { path, missing } = world.resources.targetOf(operation)
  if (missing) return missing
  const stranger = world.callers.withService(world.resources.serviceOf(operation))
  const ask = async (target: string) => {
    const request = signedRequest(stranger, operation.method, target, exampleBody(operation))
    const answer = await send(stranger, request)
    return { label: labelOf(answer), json: { ...answer.json, request_id: undefined } }
  }
  const [foreign, unknown] = [await ask(path), await ask(unknownPath(path))]
  const alike = JSON.stringify(foreign) === JSON.stringify(unknown) && path !== unknownPath(path)
  return alike ? foreign.label : `${foreign.label}, unlike an unknown id: ${unknown.label}`
}

/** A list of a stranger contains no resource of the owner. */
const foreignList = async ({ operation }: Call, { callers, resources }: World): Promise<string> => {
  const stranger = callers.withService(resources.serviceOf(operation))
  const answer = await get(stranger, `${operation.path}?limit=500`)
  const text = JSON.stringify(answer.json)
  const shown = resources.ids.filter((id) => text.includes(id))
  return isSuccess(answer) && shown.length === 0 ? 'nothing' : `${labelOf(answer)} ${shown.join()}`
}

/** The Idempotency-Key of the owner, with the same body, gives a stranger a result of its own. */
const foreignIdempotencyKey = async (call: Call, world: World): Promise<string> => {
  const { operation, mode } = call
  const creation = world.resources.creationOf(operation, mode)
  if (!creation) return 'no response of the owner'
  const { made, idempotencyKey, body } = creation
  const stranger = world.callers.withService(world.resources.serviceOf(operation))
  const options = { idempotencyKey, ...preferring(mode) }
  const request = signedRequest(stranger, operation.method, operation.path, body, options)
  const answer = await send<ErrorBody & { id?: string }>(stranger, request)
  const replayed = answer.headers['idempotent-replayed'] !== undefined
  const isOwn = isSuccess(answer) && !replayed && (made.id === undefined || answer.json.id !== made.id)
  return isOwn ? 'nothing' : `${labelOf(answer)}${replayed ? ' replayed' : ''}`
}

const foreignResource: Fault = {
  name: 'resource of another application',
  expected: (operation) => (operation.pathParameters.length > 0 ? notFoundOf(operation) : 'nothing'),
  commit: (call, world) => {
    if (call.operation.pathParameters.length > 0) return foreignId(call, world)
    return creates(call.operation) ? foreignIdempotencyKey(call, world) : foreignList(call, world)
  },
}

export const faults: readonly Fault[] = [
  withoutSignature,
  unknownKey,
  keyOfOtherEnvironment,
  noCertificate,
  foreignCertificate,
  notApproved,
  serviceOff,
  sending('purpose not approved', 'purpose_not_approved', ['purpose', unapprovedPurpose]),
  sending('scope not granted', 'scope_not_granted', ['scopes', [ungrantedScope]]),
  foreignResource,
]
