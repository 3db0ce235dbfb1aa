import { hostile } from '../console/console-data.ts'
import type { Answers } from '../contract-server.ts'
import { replaceBodies } from '../staff/replace-answers.ts'

const organization = ['name', 'rccm']
const party = ['full_name', 'identifier.value', 'phone_number', 'business_name', 'nationality']
const fraudCase = [
  ...['assignee', 'reporter_reference', 'location.city', 'location.province'],
  ...['timeline[].text', 'timeline[].actor'],
]
const within = (place: string, fields: readonly string[]) => fields.map((field) => `${place}.${field}`)

/**
 * Every field with a text of a stranger that a page of the desk shows: of organizations and their members, of callers, of citizens, of
 * publishers of lists, and of browsers. `[]`: each item of a list. `*`: each member. A field that is null stays null.
 */
export const strangerFields: Readonly<Record<string, readonly string[]>> = {
  'GET /queue': ['data[].title'],
  'GET /search': ['data[].title'],
  'GET /proposals': ['data[].reason', 'data[].content.member', 'data[].content.operator'],
  'GET /organizations': within('data[]', organization),
  'GET /organizations/{organization_id}': [
    ...[...organization, 'status_reason', 'business.legal_name', 'business.trade_name'],
    ...['business.officers[].full_name', 'differences[].organization', 'differences[].register'],
    ...['applications[].name', 'applications[].proposed_name', 'proposals[].reason'],
  ],
  'GET /reviews': ['data[].organization', 'data[].name'],
  'GET /reviews/{id}': [
    ...['name', 'organization', 'reason', 'answers.*', 'files[].name', 'messages[].text'],
    ...['proposal.reason', 'conformance_run.checks[].reason'],
  ],
  'GET /reviews/{id}/difference': ['name.before', 'name.after', 'answers[].before', 'answers[].after'],
  'GET /cases': ['data[].assignee', 'data[].province'],
  'GET /cases/{fraud_case}': fraudCase,
  'POST /cases/{fraud_case}/open': [
    ...[...fraudCase, 'description', 'evidence[].description'],
    ...[...within('parties.subject', party), ...within('parties.victims[]', party)],
  ],
  'GET /cases/{fraud_case}/evidence/{position}': ['files[].name'],
  'GET /lists/{id}/versions': ['data[].source'],
  'GET /lists/previews/{preview_id}': ['requested_by'],
  'GET /lists/previews/{preview_id}/entries': [
    ...['data[].reference', 'data[].name', 'data[].fields[].before[]', 'data[].fields[].after[]'],
  ],
  'GET /disputes': ['data[].access.organization', 'data[].access.application'],
  'GET /disputes/{id}': ['text', 'answers[].text', 'access.organization', 'access.application'],
  'GET /billing/organizations': ['data[].organization'],
  'GET /billing/overdue': ['data[].organization'],
  'GET /billing/proposals': ['data[].organization', 'data[].reason', 'data[].command.reason'],
  'GET /billing/organizations/{organization_id}/payments': ['data[].external_reference'],
  'POST /billing/organizations/{organization_id}/reconcile': ['data[].reference'],
  'GET /citizens/{svc_id}': [
    ...['citizen.full_name', 'citizen.first_name', 'citizen.last_name', 'citizen.place_of_birth.city'],
    ...['citizen.place_of_birth.province', 'citizen.phone_numbers[].number', 'citizen.addresses[].*'],
    ...['citizen.documents[].number', 'citizen.documents[].issuing_authority'],
  ],
  'GET /corrections/{id}': ['proposal.reason'],
  'GET /operators': ['data[].name', 'data[].email'],
  'GET /audit': ['data[].actor', 'data[].subject', 'data[].after.*'],
  'GET /me/sessions': ['data[].user_agent'],
  'GET /me/sign-ins': ['data[].user_agent'],
}

const replaced = (value: unknown, [first, ...rest]: readonly string[]): unknown => {
  if (first === undefined) return typeof value === 'string' ? hostile : value
  if (Array.isArray(value) && first === '[]') return value.map((item) => replaced(item, rest))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      first === '*' || first === name ? replaced(member, rest) : member,
    ]),
  )
}

/** `data[].name` as `data`, `[]`, `name`. */
const stepsOf = (field: string): string[] => field.replaceAll('[]', '.[]').split('.')

const patternOf = (call: string): RegExp => new RegExp(`^${call.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

/** The fields of an answer that a page gets from a call. */
export const fieldsOf = (call: string): readonly string[] =>
  // The exact address of another operation comes before one with a parameter.
  strangerFields[call] ??
  Object.entries(strangerFields).find(([pattern]) => patternOf(pattern).test(call))?.[1] ??
  []

/** The answers with a hostile text in every field of a stranger. */
export const withStrangerTexts = (answers: Answers): Answers =>
  replaceBodies(answers, (given, call) =>
    fieldsOf(call).reduce((body, field) => replaced(body, stepsOf(field)), given),
  )

/** How many texts of an answer a field names. */
export const textsAt = (value: unknown, field: string): number => {
  const count = (at: unknown, [first, ...rest]: readonly string[]): number => {
    if (first === undefined) return typeof at === 'string' ? 1 : 0
    if (Array.isArray(at)) return first === '[]' ? at.reduce((sum, item) => sum + count(item, rest), 0) : 0
    if (at === null || typeof at !== 'object') return 0
    return Object.entries(at).reduce(
      (sum, [name, member]) => sum + (first === '*' || first === name ? count(member, rest) : 0),
      0,
    )
  }
  return count(value, stepsOf(field))
}
