import { consoleDisposition, newConsoleDisposition } from '@nani/contract/console'
import { Refusal } from '@nani/foundation/core/index.ts'
import Type from 'typebox'
import { homePoolOf, listOf, pageInput, readPage } from '../../gateway/acts/index.ts'
import { decideHit, dispositionsPage, findHit } from '../../services/aml/index.ts'
import { ownApplicationInput, requireOwnApplication } from '../organizations/index.ts'
import { namesOfPeople } from '../people/index.ts'
import { applicationPath, complianceAct, complianceReading, officers } from './needs.ts'

const closed = { additionalProperties: false }

/** The decisions about hits, the latest first, with their reasons. Each reading has an entry. */
export const listOwnDispositions = complianceReading({
  name: 'dispositions.list_own',
  sentence: { en: 'Reads the decisions about hits', fr: 'Lit les décisions sur les correspondances' },
  actors: { member: officers },
  routes: { member: `GET ${applicationPath}/dispositions` },
  input: Type.Object(
    { ...ownApplicationInput, screening_id: Type.Optional(Type.String({ maxLength: 60 })), ...pageInput },
    closed,
  ),
  output: listOf(consoleDisposition),
  refusals: ['value_invalid', 'application_not_found'],
  async read({ pool, actor, input, needs: { cursors, secrets } }) {
    await requireOwnApplication(pool, input)
    return readPage(
      { name: 'dispositions', actor, input, cursors },
      {
        rows: (after, limit) =>
          dispositionsPage(
            pool,
            {
              applicationId: input.application_id,
              screeningId: input.screening_id ?? null,
              before: after && String(after[0]),
              limit,
            },
            secrets,
          ),
        positionOf: ({ id }) => [id],
        itemOf: (disposition) => disposition,
      },
    )
  },
  entry: ({ data }, { input }) => ({
    subject: input.application_id,
    after: { dispositions: data.map(({ id }) => id) },
  }),
})

/** The officer is the member who decides. The entry has no reason. */
export const decideOwnHit = complianceAct({
  name: 'dispositions.decide_own',
  sentence: { en: 'Decides about a hit of a screening', fr: "Décide d'une correspondance d'un contrôle" },
  actors: { member: officers },
  routes: { member: `POST ${applicationPath}/dispositions` },
  answers: 201,
  input: Type.Object({ ...ownApplicationInput, ...newConsoleDisposition.properties }, closed),
  output: consoleDisposition,
  refusals: ['value_invalid', 'application_not_found', 'hit_not_found'],
  /** The name of the officer, which home has. */
  async prepare({ actor, needs }) {
    const id = actor.kind === 'member' ? actor.personId : ''
    return (await namesOfPeople(homePoolOf(needs), needs.realm, [id])).get(id)?.name ?? id
  },
  async perform({ client, input, needs, prepared: officer }) {
    await requireOwnApplication(client, input)
    const { application_id: applicationId, screening_id: screeningId, position, disposition, reason } = input
    const place = { screeningId, position: String(position) }
    // An officer decides for as long as the screening is stored.
    const hit = await findHit(place, { applicationId, clockAheadMs: 0 }, needs).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
      throw new Refusal('hit_not_found', 'The application has no such hit.')
    })
    const result = await decideHit(client, hit, { disposition, reason, officer }, needs)
    return {
      result,
      entry: { subject: applicationId, after: { screening_id: screeningId, position, disposition } },
    }
  },
})
