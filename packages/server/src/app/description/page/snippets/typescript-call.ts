import { typescriptLiteral } from './literals.ts'

export type CallShown = {
  method: string
  /** The path as OpenAPI writes it. */
  path: string
  operationId: string
  /** The values of the path, in order. */
  values: readonly string[]
  /** The body of the first example. Undefined: the call has none. */
  body: unknown
}

/** The methods of the client by the path of a service. */
const verbs: Record<string, readonly [service: string, verb: string]> = {
  '/v1/kyc/validations': ['kyc', 'validate'],
  '/v1/age/verifications': ['age', 'verify'],
  '/v1/kyb/verifications': ['kyb', 'verify'],
  '/v1/face/recognitions': ['face', 'recognize'],
  '/v1/fraud/reports': ['fraud', 'report'],
  '/v1/aml/screenings': ['aml', 'screen'],
  '/v1/credit/scores': ['credit', 'score'],
}

type Write = (id: string, body: string) => string

/** Calls that are not one of the modes of a service. */
const others: Record<string, Write> = {
  create_fraud_usurpation_reports: (_id, body) => `const answer = await nani.fraud.report(${body})`,
  read_aml_screenings_hits: (id) => `const hit = await nani.aml.hit(${id}, 0)`,
  decide_aml_hit: (id, body) => `const decision = await nani.aml.decide(${id}, 0, ${body})`,
  read_aml_disposition: (id) => `const decision = await nani.aml.disposition(${id}, 0)`,
  request_credit_consent: (_id, body) => `const request = await nani.credit.consents.request(${body})`,
  read_credit_consent: (id) => `const request = await nani.credit.consents.retrieve(${id})`,
  list_events: () => 'for await (const event of nani.events.list()) console.log(event.type, event.id)',
  read_job: (id) => `const job = await nani.jobs.get(${id})`,
  read_batch: (id) => `const batch = await nani.batches.get(${id})`,
  list_batch_results: (id) =>
    `for await (const item of nani.batches.results(${id})) console.log(item.reference, item.status)`,
  cancel_batch: (id) => `const batch = await nani.batches.cancel(${id})`,
}

const ofService = ({ method, path }: CallShown): Write | null => {
  const [, of = '', part = ''] = /^(\/v1\/\w+\/\w+)(\/.*)?$/.exec(path) ?? []
  const [service, verb] = verbs[of] ?? []
  if (part === '/{id}/receipt') return (id) => `const { receipt } = await nani.receipts.retrieve(${id})`
  if (!service || !verb) return null
  if (method === 'post' && part === '')
    return (_id, body) => `const answer = await nani.${service}.${verb}(${body})`
  if (method === 'post' && part === '/batches')
    return (_id, body) => `const { data } = await nani.${service}.${verb}Batch(${body})`
  return part === '/{id}' ? (id) => `const answer = await nani.${service}.retrieve(${id})` : null
}

/** The call by the TypeScript client. Null: the client has no method for it. */
export const typescriptCall = (call: CallShown): string | null => {
  const write = others[call.operationId] ?? ofService(call)
  const [id = ''] = call.values
  return write?.(typescriptLiteral(id), call.body === undefined ? '' : typescriptLiteral(call.body)) ?? null
}
