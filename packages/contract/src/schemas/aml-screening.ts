import Type from 'typebox'
import { limits } from '../limits.ts'
import {
  documentDeliveryField,
  envelopeFields,
  identityFields,
  purposeField,
  referenceField,
  scopesField,
} from './envelope.ts'
import { countrySchema, dateSchema, identifierSchema, optional } from './identity.ts'

const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const score = Type.Number({ minimum: 0, maximum: 1 })

/** spec/aml#screening-checks. They are also the categories of hits. */
export const amlChecks = [
  'sanctions',
  'pep',
  'adverse_media',
  'watchlists',
  'high_risk_jurisdictions',
] as const
export type AmlCheck = (typeof amlChecks)[number]

export const riskLevels = ['low', 'medium', 'high'] as const
export type RiskLevel = (typeof riskLevels)[number]

/** spec/aml#subject-forms: exactly one of three forms. */
export const amlSubjectRequest = Type.Object(
  {
    identifier: optional(identifierSchema),
    full_name: optional(Type.String({ minLength: 1, maxLength: limits.nameCharacters })),
    date_of_birth: optional(dateSchema),
    nationality: optional(countrySchema),
    business: optional(Type.Object({ identifier: identifierSchema })),
  },
  {
    description:
      'Exactly one of three forms. `identifier`: a person of the register. `full_name`, and if known `date_of_birth` and `nationality`: a person given by name. `business.identifier` (`rccm`, `id_nat`, `nif`): a company of the register.',
  },
)

/** See spec/aml#screening-request. */
export const amlScreeningRequest = Type.Object({
  subject: amlSubjectRequest,
  checks: optional(
    Type.Array(Type.Enum([...amlChecks]), {
      minItems: 1,
      maxItems: amlChecks.length,
      description: 'Default: all five.',
    }),
  ),
  monitoring: optional(
    Type.Boolean({
      description: 'Default false. True: screen again whenever a list or the identity changes.',
    }),
  ),
  purpose: purposeField,
  scopes: scopesField,
  document_delivery: documentDeliveryField,
  reference: referenceField,
})
export type AmlScreeningRequest = Type.Static<typeof amlScreeningRequest>

const fraudCase = Type.Object({
  case_number: Type.String(),
  type: Type.String(),
  status: Type.Enum(['confirmed', 'escalated_to_authorities']),
  role: Type.Literal('suspect'),
})

/** See spec/aml#hits. */
export const amlScreeningHit = Type.Object({
  list: Type.String({ description: 'The list that contains the entry.' }),
  category: Type.Enum([...amlChecks]),
  match_score: score,
  matched_name: Type.String({ description: 'The name on the list.' }),
  listed_on: nullable(dateSchema),
  details_url: Type.String({
    description: 'The URL of the entry behind the hit, an `aml_hit`. Read it with a signed call.',
  }),
  source: Type.Optional(
    Type.Object(
      {
        official: Type.Literal(true),
        reference: Type.String(),
        programs: Type.Array(Type.String()),
        interpol_un_special_notice: nullable(Type.String()),
      },
      { description: 'Only for official sanctions lists (UN, US, EU, UK).' },
    ),
  ),
  fraud_case: Type.Optional(fraudCase),
})
export type AmlScreeningHit = Type.Static<typeof amlScreeningHit>

const pepLevel = nullable(Type.Enum(['domestic', 'foreign', 'international_organization']))
const pepPosition = Type.Object({
  title: Type.String(),
  jurisdiction: nullable(Type.String({ description: 'alpha-3; null for an international organization.' })),
  start_date: nullable(
    Type.String({
      format: 'date',
      description: 'YYYY-MM-DD. If only the month or the year is known, its first day.',
    }),
  ),
  end_date: nullable(
    Type.String({
      format: 'date',
      description:
        'YYYY-MM-DD. If only the month or the year is known, its last day. Null while in office, or if unknown.',
    }),
  ),
})

/** See spec/aml#screening-result. */
export const amlScreening = Type.Object({
  ...envelopeFields,
  object: Type.Literal('aml_screening'),
  subject: Type.Object({
    type: Type.Enum(['individual', 'business']),
    identifier: Type.Optional(identifierSchema),
  }),
  checks: Type.Array(Type.Enum([...amlChecks]), {
    description:
      'The checks that ran. A check that is not named here reports nothing, and is not a clearance.',
  }),
  risk_level: Type.Enum([...riskLevels]),
  risk_score: Type.Integer({ minimum: 0, maximum: 100 }),
  hits: Type.Array(amlScreeningHit, { description: 'The most severe hit is first.' }),
  pep: Type.Object({ is_pep: Type.Boolean(), level: pepLevel, positions: Type.Array(pepPosition) }),
  fraud_signals: nullable(
    Type.Object({
      confirmed_cases_as_suspect: Type.Integer({ minimum: 0 }),
      identity_fraud_victim: Type.Boolean({
        description:
          'Another person misused this identity. Verify the identity further, and never count it against the person.',
      }),
      last_confirmed_on: nullable(dateSchema),
    }),
  ),
  list_versions: Type.Array(
    Type.Object({
      list: Type.String({ description: 'As in `hits[].list`.' }),
      version: nullable(
        Type.String({
          description: 'The version of the list, as in `aml_hit.list_version`; null for the fraud network.',
        }),
      ),
    }),
    {
      description: 'Every searched list with the version that this search used, also without a hit.',
    },
  ),
  monitoring: Type.Object({ enabled: Type.Boolean(), monitor_id: nullable(Type.String()) }),
  account: identityFields.account,
  kyc: identityFields.kyc,
  scopes_applied: Type.Optional(identityFields.scopes_applied),
  scopes_withheld: Type.Optional(identityFields.scopes_withheld),
})
export type AmlScreening = Type.Static<typeof amlScreening>

/**
 * spec/aml#entry-behind-a-hit, `aml_hit`: the complete entry behind a hit, with its content at the time of the
 * screening.
 */
export const amlHit = Type.Object({
  object: Type.Literal('aml_hit'),
  screening_id: Type.String(),
  position: Type.Integer({ minimum: 0 }),
  list: Type.String(),
  category: Type.Enum([...amlChecks]),
  match_score: score,
  names: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: Type.Enum(['primary', 'alias', 'weak_alias']),
      script: Type.String({ description: 'ISO 15924' }),
    }),
  ),
  birth_dates: Type.Array(Type.String({ description: 'YYYY-MM-DD, YYYY-MM or YYYY' })),
  nationalities: Type.Array(countrySchema),
  addresses: Type.Array(Type.Object({ text: Type.String(), country: nullable(countrySchema) })),
  identifiers: Type.Array(
    Type.Object({ type: Type.String(), value: Type.String(), country: nullable(countrySchema) }),
  ),
  listed_on: nullable(dateSchema),
  list_version: nullable(Type.String({ description: 'The version of the searched list.' })),
  explanation: Type.Array(
    Type.Object({
      field: Type.String(),
      subject: nullable(Type.String({ description: 'The value of the subject.' })),
      entry: nullable(Type.String({ description: 'The value on the list.' })),
      score: nullable(score),
      effect: Type.Number({ description: 'The effect on `match_score`.' }),
      contradicted: Type.Optional(
        Type.Boolean({
          description:
            'This value contradicts an equal name. The entry remains a hit, because a fact alone never clears an equal name of three words or a rare one.',
        }),
      ),
    }),
  ),
  sanction: Type.Optional(
    Type.Object({
      reference: Type.String(),
      programs: Type.Array(Type.String()),
      legal_basis: nullable(Type.String()),
      interpol_un_special_notice: nullable(Type.String()),
    }),
  ),
  pep: Type.Optional(
    Type.Object({
      level: pepLevel,
      positions: Type.Array(pepPosition),
      relationship: nullable(
        Type.Object({ kind: Type.Enum(['family', 'close_associate']), to: Type.String() }),
      ),
    }),
  ),
  media: Type.Optional(
    Type.Array(
      Type.Object({
        url: Type.String(),
        publisher: Type.String(),
        published_on: Type.String(),
        category: Type.String(),
        severity: Type.Enum(['low', 'medium', 'high']),
      }),
    ),
  ),
  fraud_case: Type.Optional(fraudCase),
})
export type AmlHit = Type.Static<typeof amlHit>
