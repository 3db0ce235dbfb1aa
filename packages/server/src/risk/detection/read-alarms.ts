import { type OperatorRole, rfc3339 } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { defineReading } from '../../gateway/acts/index.ts'
import { alarmKinds, listAlarms } from './alarms.ts'
import { listAuthenticationFailures } from './authentication-failures.ts'

const readers: readonly OperatorRole[] = ['supervisor', 'investigator', 'auditor']
const window = {
  since: Type.String({ format: 'date-time', maxLength: 30 }),
  limit: Type.Integer({ minimum: 0, maximum: 1_000 }),
}

/** The newest alarms of all applications, or of one. */
export const readAlarms = defineReading({
  name: 'alarms.list',
  sentence: { en: 'Lists the signs of an attack', fr: 'Liste les signes d’une attaque' },
  actors: { operator: readers },
  input: Type.Object(
    { ...window, application_id: Type.Optional(Type.String({ maxLength: 64 })) },
    { additionalProperties: false },
  ),
  output: Type.Array(
    Type.Object({
      application_id: Type.String(),
      kind: Type.Enum([...alarmKinds]),
      raised_at: Type.String(),
      details: Type.Record(Type.String(), Type.Number()),
    }),
  ),
  async read({ pool, input: { since, limit, application_id = null } }) {
    const alarms = await listAlarms(pool, { since: new Date(since), limit, applicationId: application_id })
    return alarms.map((alarm) => ({ ...alarm, raised_at: rfc3339(alarm.raised_at.getTime()) }))
  },
})

/** Failed authentication by minute, key, address and code, the latest first. */
export const readAuthenticationFailures = defineReading({
  name: 'alarms.authentication',
  sentence: { en: 'Lists failed authentications', fr: 'Liste les échecs d’authentification' },
  actors: { operator: readers },
  input: Type.Object(window, { additionalProperties: false }),
  output: Type.Array(
    Type.Object({
      minute: Type.String(),
      api_key: Type.String(),
      client_address: Type.String(),
      code: Type.String(),
      application_id: Type.Union([Type.String(), Type.Null()]),
      failures: Type.Integer(),
    }),
  ),
  async read({ pool, input: { since, limit } }) {
    const failures = await listAuthenticationFailures(pool, { since: new Date(since), limit })
    return failures.map((one) => ({ ...one, minute: rfc3339(one.minute.getTime()) }))
  },
})
