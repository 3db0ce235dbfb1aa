import type { KeyObject } from 'node:crypto'
import type { FaceEngine } from '@nani/engines/face-engine/index.ts'
import { type Actor, Refusal, type SecondPersonRules } from '@nani/foundation/core/index.ts'
import type { Vault } from '@nani/foundation/storage/index.ts'
import Type from 'typebox'
import { pseudonym } from '../../app/audit/index.ts'
import { type ActNeeds, actsWithNeeds } from '../../gateway/acts/index.ts'
import type { EndAccess, Register } from '../../register/register/index.ts'
import type { RegisterOutbox } from '../../register/register-outbox/index.ts'

export type EnrolmentDeskNeeds = ActNeeds & {
  subjectKey: KeyObject
  storedRegister: Pick<Register, 'findCitizen'>
  newId(prefix: string): string
  rules: SecondPersonRules
  filesVault: Vault
  facesVault: Vault
  correctionsVault: Vault
  /** Null: this process has no workers for photographs. */
  portraits: Pick<FaceEngine, 'analyse'> | null
  endAccessBy(actor: Actor): EndAccess
  registerOutbox: RegisterOutbox
}

/** The place of the acts that write the register. */
export const place = ({ registerOutbox }: EnrolmentDeskNeeds) => registerOutbox

export const { act: enrolmentDeskAct, reading: enrolmentDeskReading } = actsWithNeeds<EnrolmentDeskNeeds>()

export const closed = { additionalProperties: false }
export const officers = { operator: ['enrolment_officer', 'supervisor'] } as const
export const svcId = Type.String({ pattern: '^COD-\\d{4}-\\d{4}-\\d{4}$' })
export const reasonText = Type.String({
  minLength: 1,
  maxLength: 2_000,
  pattern: '^[^\\u0000]*\\S[^\\u0000]*$',
})
export const citizenResult = Type.Object({
  object: Type.Literal('citizen'),
  svc_id: Type.String(),
  citizen: Type.Record(Type.String(), Type.Unknown()),
})

export const missingCitizen = (): Refusal =>
  new Refusal('citizen_not_found', 'The production register has no citizen with this number.')

export const subjectOf = ({ subjectKey }: Pick<EnrolmentDeskNeeds, 'subjectKey'>, id: string): string =>
  pseudonym(subjectKey, id)
