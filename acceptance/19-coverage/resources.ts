import { randomInt, randomUUID } from 'node:crypto'
import { photograph } from '../17-face-recognition/recognition.ts'
import { type Answer, post, send, signedRequest } from '../client/call.ts'
import type { Credentials } from '../client/credentials.ts'
import { asynchronously, finishedBatch, finishedJob } from '../client/kyc.ts'
import type { Operation } from './described-operations.ts'

export type Mode = 'synchronous' | 'asynchronous'
type Made = { id?: string; object: string; service?: string } & Record<string, unknown>

/** The result of one creating call, and the key of its stored response. */
type Creation = {
  operation: Operation
  mode: Mode
  idempotencyKey: string
  body: Record<string, unknown> | undefined
  made: Made
}

/** A request target. `missing` gives the reason why the owner has no such resource. */
export type Target = { path: string; missing?: string }

export const modesOf = ({ asynchronous }: Operation): Mode[] =>
  asynchronous ? ['synchronous', 'asynchronous'] : ['synchronous']

export const preferring = (mode: Mode) => (mode === 'asynchronous' ? asynchronously : {})

const photographData = photograph('jean-pierre-today').toString('base64')

const digits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0')

/** One application reports one subject three times a day, so that each report is about another one. */
const newSubject = (name: string, value: string): string => {
  if (name === 'value' && value.startsWith('COD-')) return `COD-${digits(4)}-${digits(4)}-${digits(4)}`
  return name === 'full_name' ? `${value} ${randomUUID()}` : value
}

/** The body of the example. The document shortens the data of a photograph; here it is a real one. */
export const exampleBody = ({ example, path }: Operation): Record<string, unknown> | undefined =>
  example &&
  (JSON.parse(JSON.stringify(example), (name, value) => {
    if (typeof value !== 'string') return value
    if (name === 'data' && value.endsWith('…')) return photographData
    return path.startsWith('/v1/fraud/') ? newSubject(name, value) : value
  }) as Record<string, unknown>)

/** An operation that makes something new: it names no resource in its path. */
export const creates = ({ method, pathParameters }: Operation) =>
  method === 'POST' && pathParameters.length === 0

const adds = ({ method, pathParameters }: Operation) => method === 'POST' && pathParameters.length > 0

/** Production knows no person of the sandbox and has no consent of one, so that some examples cannot succeed there. */
const needsPersonOfSandbox = new Set(['invalid_identifier', 'consent_required'])

/** Null where the example needs a person of the sandbox. */
const create = async (owner: Credentials, operation: Operation, mode: Mode): Promise<Creation | null> => {
  const idempotencyKey = randomUUID()
  const body = exampleBody(operation)
  const options = { idempotencyKey, ...preferring(mode) }
  const { status, json } = await post<Made>(owner, operation.path, body, options)
  if (owner.api_key.startsWith('key_live_') && needsPersonOfSandbox.has(String(json.error))) return null
  if (status !== 200 && status !== 202)
    throw new Error(`The example of ${operation.name} (${mode}) answered ${status}: ${JSON.stringify(json)}`)
  if (json.object === 'job') await finishedJob(owner, json.id!)
  if (json.object === 'batch') await finishedBatch(owner, json.id!)
  return { operation, mode, idempotencyKey, body, made: json }
}

/** The owner sends the example of every creating operation in every mode. */
export const createResources = async (owner: Credentials, operations: readonly Operation[]) => {
  const creating = operations
    .filter(creates)
    .flatMap((operation) => modesOf(operation).map((mode) => ({ operation, mode })))
  const creations: Creation[] = []
  for (const { operation, mode } of creating) {
    const creation = await create(owner, operation, mode)
    if (creation) creations.push(creation)
  }

  const madeBy = (path: string) =>
    creations.find(({ operation, mode }) => operation.path === path && mode === 'synchronous')?.made

  /** `{job_id}` is an object of type `job`. `{id}` is made by the path before it. `{n}` is a place in a list of that. */
  const valueFor = (operation: Operation, parameter: string): string | undefined => {
    const fixed = operation.fixedValues.get(parameter)
    if (fixed !== undefined) return fixed
    const before = operation.path.slice(0, operation.path.indexOf(`/{${parameter}}`))
    const type = /^(\w+)_id$/.exec(parameter)?.[1]
    if (type) return creations.find(({ made }) => made.object === type)?.made.id
    if (parameter === 'id') return madeBy(before)?.id
    const [, parent = '', list = ''] = /^(.+)\/\{id\}\/(\w+)$/.exec(before) ?? []
    const entries = madeBy(parent)?.[list]
    return Array.isArray(entries) && entries.length > 0 ? '0' : undefined
  }

  /** The path of the operation with the ids of resources that the owner made. */
  const targetOf = (operation: Operation): Target => {
    let missing: string | undefined
    const path = operation.path.replace(/\{(\w+)\}/g, (_whole, parameter: string) => {
      const value = valueFor(operation, parameter)
      if (value === undefined) missing ??= `no resource for {${parameter}}`
      return value ?? '0'
    })
    return missing === undefined ? { path } : { path, missing }
  }

  // A part that is added to a resource, such as the disposition of a hit, has its own GET.
  for (const operation of operations.filter(adds)) {
    const { path, missing } = targetOf(operation)
    if (!missing) await send(owner, signedRequest(owner, 'POST', path, exampleBody(operation)))
  }

  return {
    ids: [...new Set(creations.flatMap(({ made }) => made.id ?? []))],
    creationOf: (operation: Operation, mode: Mode) =>
      creations.find((creation) => creation.operation.name === operation.name && creation.mode === mode),

    /** The service of an operation, as the job of its single call names it; undefined if it is of every service. */
    serviceOf: ({ path }: Operation) =>
      creations.find(
        ({ operation, made }) =>
          made.object === 'job' && (path === operation.path || path.startsWith(`${operation.path}/`)),
      )?.made.service ?? (path.startsWith('/v1/credit/') ? 'credit_scoring' : undefined),
    targetOf,
  }
}

export type Resources = Awaited<ReturnType<typeof createResources>>

/** The same path with unknown ids of the same form. */
export const unknownPath = (path: string): string =>
  path.replace(/(?<=\/[a-z]+_)[0-9A-Z]{20,}/g, (id) => id.replace(/[0-9A-Z]{12}$/, '0123456789AB'))

export const isSuccess = ({ status }: Pick<Answer<unknown>, 'status'>) => status >= 200 && status < 300
