import type { KeyObject } from 'node:crypto'
import { identifierTypes, normalizeIdentifier } from '@nani/contract'
import { type OperatorRole, Refusal } from '@nani/foundation/core/index.ts'
import type { Database, Vault } from '@nani/foundation/storage/index.ts'
import type { Pool, PoolClient } from 'pg'
import Type from 'typebox'
import { pseudonym } from '../../app/audit/index.ts'
import { type ActNeeds, defineReading, needsOf } from '../../gateway/acts/index.ts'
import { citizenColumns, citizenOfRow } from './citizen-row.ts'
import { createPostgresRegister } from './postgres-register.ts'
import type { Citizen } from './register.ts'

const readers: readonly OperatorRole[] = ['supervisor', 'enrolment_officer', 'auditor']

/** The numbers of records. */
export const readRegisterSummary = defineReading({
  name: 'register.summary',
  sentence: { en: 'Counts the records of the register', fr: 'Compte les enregistrements du registre' },
  actors: { operator: readers },
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    citizens: Type.Object({
      total: Type.Integer(),
      sandbox: Type.Integer(),
      production: Type.Integer(),
    }),
    certified: Type.Integer(),
    documents: Type.Integer(),
    businesses: Type.Integer(),
  }),
  needs: needsOf<ActNeeds & { registerPool: Pool }>(),
  read: ({ needs }) => summarizeRegister(needs.registerPool),
})

/** One citizen as the register has them, and the environments whose calls see them. */
export const readRegisterCitizen = defineReading({
  name: 'register.show',
  sentence: { en: 'Shows a citizen of the register', fr: 'Montre un citoyen du registre' },
  actors: { operator: readers },
  input: Type.Object(
    { identifier: Type.String({ maxLength: 200 }), type: Type.String({ maxLength: 40 }) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    citizen: Type.Unsafe<Citizen>(Type.Object({})),
    sandbox: Type.Boolean(),
    production: Type.Boolean(),
  }),
  needs: needsOf<ActNeeds & { registerPool: Pool; filesVault: Vault; subjectKey: KeyObject }>(),
  refusals: ['value_invalid', 'citizen_not_found'],
  async read({ input, needs }) {
    const type = identifierTypes.find((known) => known === input.type)
    const identifier = type && normalizeIdentifier({ type, value: input.identifier })
    if (!identifier)
      throw new Refusal(
        'value_invalid',
        `${input.identifier} is not an identifier of the type ${input.type}.`,
      )
    const register = createPostgresRegister({ pool: needs.registerPool, vault: needs.filesVault })
    const sandbox = await register.findCitizen(identifier, 'sandbox')
    const production = await register.findCitizen(identifier, 'production')
    const citizen = sandbox ?? production
    if (!citizen)
      throw new Refusal(
        'citizen_not_found',
        `The register has no citizen with ${identifier.type} ${identifier.value}.`,
      )
    return { citizen, sandbox: sandbox !== null, production: production !== null }
  },
  entry: ({ citizen, sandbox, production }, { needs }) => ({
    subject: pseudonym(needs.subjectKey, citizen.svc_id),
    after: { sandbox, production },
  }),
})

/** The current numbers of records. */
const summarizeRegister = async (pool: Database) => {
  const { rows } = await pool.query<Record<string, string>>(
    `select * from
       (select count(*) as total, count(*) filter (where in_sandbox) as sandbox,
          count(*) filter (where in_production) as production,
          count(*) filter (where certified and status <> 'deleted') as certified
        from citizens) as citizens,
       (select count(*) as documents from document_numbers) as documents,
       (select count(*) as businesses from businesses) as businesses`,
  )
  const count = (name: string) => Number(rows[0]?.[name])
  return {
    citizens: { total: count('total'), sandbox: count('sandbox'), production: count('production') },
    certified: count('certified'),
    documents: count('documents'),
    businesses: count('businesses'),
  }
}

/** A citizen of the production register, locked until the transaction ends, with the revision of the last change. */
export const lockCitizen = async (
  client: PoolClient,
  svcId: string,
): Promise<{ citizen: Citizen; revision: number } | null> => {
  const { rows } = await client.query<unknown[]>({
    rowMode: 'array',
    text: `select ${citizenColumns.join(', ')}, changed_in from citizens where svc_id = $1 and in_production for update`,
    values: [svcId],
  })
  const [row] = rows
  return row ? { citizen: citizenOfRow(row), revision: Number(row.at(-1)) } : null
}

/** Whether the register has a citizen with this number, in either environment. */
export const hasCitizen = async (client: Database, svcId: string): Promise<boolean> => {
  const { rowCount } = await client.query('select from citizens where svc_id = $1', [svcId])
  return rowCount !== 0
}
