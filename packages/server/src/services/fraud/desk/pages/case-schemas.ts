import { fraudCaseStatuses, fraudTypes } from '@nani/contract'
import Type from 'typebox'
import { caseSchema } from '../reading/case-object.ts'

/** The forms of what the desk shows of cases, for its description. docs/fraud-desk.md explains the members. */

const textOrNull = Type.Union([Type.String(), Type.Null()])
const numberOrNull = Type.Union([Type.Number(), Type.Null()])
const verdicts = ['match', 'partial_match', 'no_match'] as const
const claim = Type.Enum([...verdicts, 'not_provided'])

const party = Type.Object({
  type: Type.String(),
  role: Type.String(),
  anonymous: Type.Boolean(),
  country: Type.String(),
  identifier: Type.Union([
    Type.Object({ type: Type.String(), value: Type.String(), issuing_country: Type.String() }),
    Type.Null(),
  ]),
  full_name: textOrNull,
  date_of_birth: textOrNull,
  nationality: textOrNull,
  phone_number: textOrNull,
  business_name: textOrNull,
  registration_number: textOrNull,
  register: Type.Object({
    verdict: Type.Enum([...verdicts, 'not_in_register', 'not_compared']),
    ...{ full_name: claim, date_of_birth: claim, nationality: claim },
  }),
})

const timelineEntry = Type.Object({
  at: Type.String(),
  act: Type.String(),
  actor: Type.String(),
  account: textOrNull,
  status: textOrNull,
  previous_status: textOrNull,
  text: textOrNull,
})

const link = Type.Object({
  case_number: Type.String(),
  reasons: Type.Array(Type.String()),
  strength: Type.Number(),
})
const unread = { unread: Type.Optional(Type.Array(Type.String())) }
const duplicates = {
  possible_duplicates: Type.Array(Type.String()),
  /** Of these, the cases of the same reporter with the same type and subject. */
  duplicates_of_reporter: Type.Array(Type.String()),
}

export const listedCaseSchema = Type.Object({ ...caseSchema.properties, ...duplicates })

export const shownCaseSchema = Type.Object({
  ...caseSchema.properties,
  ...duplicates,
  /** What waits for a second person, for the decision about it. */
  proposal_id: textOrNull,
  objection_proposal_id: textOrNull,
  false_report_proposal_id: textOrNull,
  opened: Type.Boolean(),
  /** Null once the key of the case is erased. */
  parties: Type.Union([
    Type.Object({ subject: Type.Union([party, Type.Null()]), victims: Type.Array(party) }),
    Type.Null(),
  ]),
  description: textOrNull,
  occurred_at: textOrNull,
  location: Type.Union([
    Type.Object({ country: Type.String(), province: textOrNull, city: textOrNull }),
    Type.Null(),
  ]),
  reporter_reference: textOrNull,
  evidence: Type.Array(
    Type.Object({
      position: Type.Integer(),
      type: Type.String(),
      format: Type.String(),
      bytes: Type.Integer(),
      description: textOrNull,
      malware: textOrNull,
      scanned_at: textOrNull,
    }),
  ),
  timeline: Type.Array(timelineEntry),
  notes: Type.Array(timelineEntry),
  contacts: Type.Array(timelineEntry),
  reporter: Type.Object({
    application_id: Type.String(),
    ...{ reports: Type.Integer(), confirmed: Type.Integer(), dismissed: Type.Integer() },
    ...{ reopened: Type.Integer(), false_reports: Type.Integer() },
  }),
  links: Type.Array(link),
  cluster: Type.Object({ size: Type.Integer(), is_cut: Type.Boolean() }),
  /** The databases whose cases are missing in what is linked, at present. */
  ...unread,
})

export const caseGraphSchema = Type.Object({
  object: Type.Literal('fraud_case_graph'),
  case_number: Type.String(),
  size: Type.Integer(),
  is_cut: Type.Boolean(),
  links: Type.Array(link),
  nodes: Type.Array(
    Type.Object({
      case_number: Type.String(),
      id: Type.String(),
      type: Type.Enum([...fraudTypes]),
      status: Type.Enum([...fraudCaseStatuses]),
    }),
  ),
  edges: Type.Array(
    Type.Object({
      from: Type.String(),
      to: Type.String(),
      reasons: Type.Array(Type.String()),
      strength: Type.Number(),
    }),
  ),
  ...unread,
})

const statistics = {
  total: Type.Integer(),
  late: Type.Integer(),
  by_status: Type.Record(Type.String(), Type.Integer()),
  time_to_decision: Type.Object({ median_seconds: numberOrNull, p90_seconds: numberOrNull }),
}
export const caseStatisticsSchema = Type.Object({
  object: Type.Literal('fraud_case_statistics'),
  environment: textOrNull,
  ...statistics,
  open: Type.Integer(),
  by_type: Type.Record(Type.String(), Type.Object(statistics)),
  ...unread,
})
