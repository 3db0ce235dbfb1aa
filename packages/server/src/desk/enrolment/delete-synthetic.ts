import { type Environment, environments } from '@nani/contract'
import { type Actor, Refusal, type SecondPersonRules } from '@nani/foundation/core/index.ts'
import type { Database } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type from 'typebox'
import {
  type ActNeeds,
  agreedProposal,
  countedRefusal,
  defineAct,
  needsOf,
} from '../../gateway/acts/index.ts'
import { deleteCreditRecordsIn } from '../../register/credit-records/index.ts'
import { type EndAccess, type KnownCitizen, removeCitizensIn } from '../../register/register/index.ts'
import { inHome, type RegisterOutbox } from '../../register/register-outbox/index.ts'
import { citizenSource } from '../../register/synthetic-data/index.ts'
import { revokeTemplatesOf } from '../../services/face/index.ts'
import { proposalObject, proposalSchema, proposeOrExecuteOnRegister, versionOf } from '../proposals/index.ts'

type Needs = ActNeeds & {
  ownsSchema: boolean
  newId(prefix: string): string
  rules: SecondPersonRules
  endAccessBy(actor: Actor): EndAccess
  registerOutbox: RegisterOutbox
}

const peopleAtATime = 1_000

/**
 * Deletes the generated people of an environment. The log of acts has the seeds, from which the
 * people are generated again. Who differs from the generated person stays. Results and audit entries stay. In production
 * another person repeats the act within 24 hours. The pools are those of the owners of the schemas.
 */
export const deleteSynthetic = defineAct({
  name: 'register.delete_synthetic',
  sentence: {
    en: 'Deletes the generated people of an environment',
    fr: 'Supprime les personnes générées d’un environnement',
  },
  actors: { operator: ['supervisor'] },
  secondPerson: true,
  input: Type.Object(
    {
      environment: Type.Enum([...environments]),
      reason: Type.String({ minLength: 1, maxLength: 2_000 }),
      ...agreedProposal,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    status: Type.Enum(['proposed', 'executed']),
    /** The generated people, by the log of acts. */
    generated: Type.Integer(),
    deleted: Type.Integer(),
    /** They are in the other environment too, and stay there. */
    kept_elsewhere: Type.Integer(),
    proposal: Type.Union([proposalSchema, Type.Null()]),
  }),
  needs: needsOf<Needs>(),
  refusals: [
    'setting_missing',
    'state_conflict',
    'changed_meanwhile',
    'second_person_required',
    'second_account_required',
  ],
  place: ({ registerOutbox }) => registerOutbox,
  async perform({ client, actor, input: { environment, reason, proposal_id: proposalId }, nowMs, needs }) {
    if (!needs.ownsSchema)
      throw new Refusal('setting_missing', 'The login of DATABASE_URL may not delete people.', {
        next: 'Set NANI_OWNER_DATABASE_URL to the login that owns the schema, and NANI_REGISTER_OWNER_DATABASE_URL for a register of its own.',
      })
    const populations = await inHome(needs.registerOutbox, client, (home) =>
      generatedPopulations(home, environment),
    )
    const generated = populations.reduce((sum, { count }) => sum + count, 0)
    if (generated === 0)
      throw new Refusal('state_conflict', `The log of acts has no generated people of ${environment}.`)
    const step =
      environment === 'sandbox'
        ? null
        : await proposeOrExecuteOnRegister(
            client,
            {
              ...{ act: actName, subject: environment, content: { generated }, reason, proposalId },
              version: versionOf(populations),
            },
            { actor, nowMs, ...needs },
          )
    const entry = { subject: environment, after: { step: step?.step ?? 'execute', generated, reason } }
    if (step?.step === 'changed') return countedRefusal(step.refusal, { entry })
    const isDone = step === null || step.step === 'execute'
    const removed = isDone
      ? await removeAll(client, populations, environment, needs.endAccessBy(actor))
      : { deleted: 0, kept_elsewhere: 0 }
    return {
      result: {
        status: isDone ? ('executed' as const) : ('proposed' as const),
        ...{ generated, ...removed },
        proposal: step === null ? null : proposalObject(step.proposal),
      },
      entry: { ...entry, after: { ...entry.after, ...removed } },
    }
  },
})

const actName: string = deleteSynthetic.declaration.name

type Population = { seed: string; count: number }

/** Each seed with its largest number: the same seed gives the same people, whatever their number. */
const generatedPopulations = async (home: Database, environment: Environment): Promise<Population[]> => {
  const { rows } = await home.query<Population>(
    `select after ->> 'seed' as seed, max((after ->> 'count')::integer) as count from acts
     where action = 'register.generate' and subject in ($1, 'both') and after ->> 'seed' is not null
     group by 1 order by 1`,
    [environment],
  )
  return rows
}

const removeAll = async (
  client: pg.PoolClient,
  populations: readonly Population[],
  environment: Environment,
  endAccess: EndAccess,
): Promise<{ deleted: number; kept_elsewhere: number }> => {
  const removed = { deleted: 0, kept_elsewhere: 0 }
  for (const people of groupsOf(populations)) {
    const { deleted, hidden } = await removeCitizensIn(client, people, environment)
    await deleteCreditRecordsIn(client, deleted)
    await revokeTemplatesOf(client, deleted)
    await endAccess(client, deleted)
    removed.deleted += deleted.length
    removed.kept_elsewhere += hidden.length
  }
  return removed
}

const groupsOf = function* (populations: readonly Population[]): Generator<KnownCitizen[]> {
  for (const { seed, count } of populations) {
    const citizenAt = citizenSource(seed)
    for (let from = 0; from < count; from += peopleAtATime)
      yield Array.from({ length: Math.min(peopleAtATime, count - from) }, (_, index) =>
        citizenAt(from + index),
      )
  }
}
