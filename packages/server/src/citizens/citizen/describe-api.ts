import { noInput } from '@nani/contract'
import { entryFor, shownCode } from '@nani/contract/refusals'
import Type, { type Static } from 'typebox'
import {
  type ActNeeds,
  type Declaration,
  defineReading,
  describeActs,
  type ReadingContext,
} from '../../gateway/acts/index.ts'

type Needs = ActNeeds & { declarations: readonly Declaration[] }

/** The OpenAPI document of the citizen's API, from the declarations of its acts and readings. */
export const describeApi = defineReading({
  name: 'documentation.read',
  sentence: { en: 'Reads the description of this API', fr: 'Lit la description de cette API' },
  actors: { system: true },
  input: noInput,
  output: Type.Object({ openapi: Type.String() }, { additionalProperties: true }),
  routes: { citizen: 'GET /openapi.json' },
  read: async ({ needs }: ReadingContext<Static<typeof noInput>, Needs>) => documentOf(needs.declarations),
})

const documentOf = (declarations: readonly Declaration[]) => ({
  ...{ openapi: '3.1.0', info: { title: 'The API of the citizen’s app', version: '1' } },
  ...{ servers: [{ url: '/api' }] },
  paths: describeActs(declarations, {
    surface: 'citizen',
    errorsOf: ({ refusals }) =>
      refusals.map((refusal) => {
        const code = shownCode('citizen', refusal)
        return { code, status: entryFor('citizen', code)?.status ?? 500 }
      }),
    headersOfChanges: { 'X-Nani-App': '1' },
  }),
  components: {
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-nani_citizen' } },
    schemas: {
      Error: {
        type: 'object',
        required: ['error', 'message'],
        properties: { error: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
})
