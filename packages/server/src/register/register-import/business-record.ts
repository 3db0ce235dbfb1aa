import Type, { type Static } from 'typebox'
import { closed, date, list, optional, recordChecker, text, time } from './record-fields.ts'

const number = optional(Type.String({ minLength: 1, maxLength: 64 }))
const name = Type.String({ minLength: 1, maxLength: 256 })

/** One business of an import file, as `docs/register-import.md` describes it. */
const businessRecord = Type.Object(
  {
    legal_name: name,
    trade_name: optional(name),
    legal_form: text,
    status: Type.Optional(Type.Enum(['active', 'suspended', 'dissolved', 'struck_off'])),
    registered_on: date,
    identifiers: Type.Object({ rccm: number, id_nat: number, nif: number }, closed),
    activity: optional(Type.Object({ code: text, label: text }, closed)),
    share_capital: optional(
      Type.Object({ value: Type.Number({ minimum: 0 }), currency: Type.Enum(['CDF', 'USD']) }, closed),
    ),
    address: optional(
      Type.Object(
        {
          type: Type.Optional(text),
          province: text,
          city: text,
          commune: text,
          quartier: text,
          avenue: text,
          number: text,
        },
        closed,
      ),
    ),
    officers: list(Type.Object({ full_name: name, role: text, svc_id: number, since: date }, closed), 50),
    beneficial_owners: list(
      Type.Object(
        { full_name: name, share: Type.Number({ exclusiveMinimum: 0, maximum: 1 }), svc_id: number },
        closed,
      ),
      50,
    ),
    updated_at: Type.Optional(time),
  },
  closed,
)
export type BusinessRecordInput = Static<typeof businessRecord>

/** The record, or one line with the problem and its place. */
export const checkBusiness = recordChecker(businessRecord, 'business')
