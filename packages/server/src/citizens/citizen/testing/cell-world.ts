import type { Actor } from '@nani/foundation/core/index.ts'
import { createComingPartitions, inTransaction, writeChanges } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import { createTestDatabase } from '../../../../../../testing/database.ts'
import { auditEffect } from '../../../app/audit/index.ts'
import {
  approvalsOfCell,
  openApprovals,
} from '../../../services/sign-in/approvals/testing/approvals-world.ts'
import { askingIn } from '../../../services/sign-in/approvals/testing/asking.ts'
import { emptyArchive } from '../../../testing/archive.ts'
import { accessDependencies } from '../../accesses/index.ts'
import { consentDependencies, requestConsent } from '../../consents/index.ts'
import { bindCitizenActs, type CellOfCitizens } from '../citizen-acts.ts'

const environment = 'production' as const
const origin = { api_key: 'key', request_id: 'req', client_address: '::1', method: 'POST', path: '/' }
export const applicationInCell = 'app_cell'

/** Home with the devices of citizens and an application, a cell with another one, and the acts of the app on both. */
export const startCellWorld = async (people: readonly string[]) => {
  const world = await openApprovals(people)
  const home = world.pool
  const database = await createTestDatabase()
  const cell = database.pool
  await createComingPartitions(cell, world.clock.now())
  for (const pool of [home, cell])
    await pool.query(
      `insert into organizations (organization_id, name, created_at) values ('org_cell', 'Banque', now())`,
    )
  await cell.query(
    `insert into applications (application_id, organization_id, name, environment, services, scopes, purposes,
       burst_per_second, created_at)
     values ($1, 'org_cell', 'Guichet', $2, '{sso_login}', '{}', '{}', 1, now())`,
    [applicationInCell, environment],
  )
  const consents = consentDependencies(world)
  const ofCell = { ...world, pool: cell }
  const signIns = approvalsOfCell(world, cell)
  const context: CellOfCitizens = {
    ...{ pool: cell, consents: consentDependencies(ofCell), signIn: { approvals: signIns } },
    archive: emptyArchive(cell, world.rootKey),
  }
  const state = {
    isAway: false,
    hangs: false,
    moved: new Map<string, string>([[applicationInCell, 'north']]),
  }
  /** The database does not answer, and the process has not noticed it. */
  const hanging = { ...cell, query: () => new Promise(() => {}) } as unknown as pg.Pool
  const north = () => ({
    name: 'north',
    cell: state.isAway ? null : state.hangs ? { ...context, pool: hanging } : context,
  })
  const placeOf = (applicationId: string) => (state.moved.has(applicationId) ? north() : null)
  const acts = bindCitizenActs({
    ...{ citizenDevices: world.devices, accesses: accessDependencies(world), consents, push: null },
    signIn: { approvals: world.dependencies, listAnswers: world.listAnswers },
    installation: { name: 'Nani', logo: null, helpUrl: null, privacyUrl: null },
    origin: () => 'http://localhost:4030',
    places: {
      find: async () => null,
      findApplication: placeOf,
      findKey: () => null,
      all: () => [north()],
    },
  })
  const run = async <Answer = Record<string, unknown>>(
    name: string,
    { session }: { session: { actor: Actor } },
    input: object = {},
  ): Promise<Answer> => {
    const act = acts.find(({ declaration }) => declaration.name === name)
    if (!act) throw new Error(`there is no act ${name}`)
    return (await act.run(session.actor, input)) as Answer
  }

  /** A read of the data of a citizen in a database. */
  const read = async (
    pool: pg.Pool,
    citizen: Buffer,
    { application = applicationInCell, reads = null }: { application?: string; reads?: string[] | null } = {},
  ): Promise<string> => {
    world.clock.advance(1_000)
    const id = world.newId('kyc')
    await writeChanges(pool, application, [
      {
        ...{ id, service: 'kyc_validation', scopes: ['kyc.addresses'], atMs: world.clock.now(), fence: null },
        effects: [
          auditEffect({
            ...{ ...origin, actor: 'application', http_status: 200, error_code: null },
            ...{
              purpose: 'customer_onboarding',
              makesResult: reads === null,
              outcome: 'match',
              read_ids: reads,
            },
            subject: citizen.toString('hex'),
          }),
        ],
      },
    ])
    return id
  }
  /** The application in the cell asks for a consent. */
  const ask = async (svcId: string): Promise<string> => {
    const order = {
      ...{ applicationId: applicationInCell, environment, svcId, origin, isMinor: false, clockAheadMs: 0 },
      ...{ product: 'bnpl' as const, amountRequested: null, reference: null },
    }
    return (await inTransaction(cell, (client) => requestConsent(client, order, context.consents))).request.id
  }
  const askingInCell = askingIn(() => ({
    ...{ ...world, pool: cell, dependencies: signIns },
    application: { ...world.application, application_id: applicationInCell },
  }))
  return {
    ...{ ...world, home, cell, cellUrl: database.url, state, run, read, ask },
    /** Sign-ins of the application in the cell. */
    asking: askingInCell,
    async stop() {
      await world.stop()
      await database.drop()
    },
  }
}

export type CellWorld = Awaited<ReturnType<typeof startCellWorld>>
