import Type from 'typebox'
import { defineReading } from '../../gateway/acts/index.ts'
import { showApplication } from '../organizations/index.ts'

/** An operator begins to follow the calls of an application. The log has the beginning, not each call. */
export const followAnyCalls = defineReading({
  name: 'requests.follow_any',
  sentence: {
    en: 'Follows the calls of any application',
    fr: "Suit les appels de n'importe quelle application",
  },
  actors: { operator: ['supervisor', 'auditor'] },
  input: Type.Object(
    { application_id: Type.String({ minLength: 1, maxLength: 64 }) },
    { additionalProperties: false },
  ),
  output: Type.Object({ application_id: Type.String(), name: Type.String() }),
  refusals: ['application_not_found'],
  async read({ actor, input, needs }) {
    const { application_id, name } = await showApplication(actor, input, needs)
    return { application_id, name }
  },
  entry: ({ application_id: subject }) => ({ subject }),
})
