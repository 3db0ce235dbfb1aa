import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/database.ts'
import { noon } from '../../../../../testing/noon.ts'
import { separateRegister } from '../../../../../testing/separate-register.ts'
import { writeCitizens } from '../../register/register/index.ts'
import { readWaiting } from '../../register/register-outbox/index.ts'
import { testCitizen } from '../../testing/citizen.ts'
import { correctCitizen } from './correct-citizen.ts'
import { correctingNeeds, correction, officer, type TwoDatabases } from './testing/correcting.ts'
import type { KilledOrder, Moment } from './testing/killed-correction.fixture.ts'

const moments: Moment[] = [
  { place: 'register', statement: 'commit', sent: false },
  { place: 'register', statement: 'commit', sent: true },
  // Of the first of two rows.
  { place: 'home', statement: 'commit', sent: false },
  { place: 'home', statement: 'commit', sent: true },
  { place: 'register', statement: 'delete', sent: false },
]
const numberAt = (index: number) => `COD-7100-0000-000${index}`

let databases: { home: TestDatabase; register: TestDatabase }
let shared: TwoDatabases
let own: ReturnType<typeof correctingNeeds>
let processes: ChildProcess[] = []
beforeAll(async () => {
  // Their modules are loaded at the same time.
  processes = moments.map(() => fork(join(import.meta.dirname, 'testing/killed-correction.fixture.ts')))
  const ready = processes.map((one) => once(one, 'message'))
  const home = await createTestDatabase()
  const register = await separateRegister(home)
  databases = { home, register }
  shared = { home: home.url, register: register.url, rootKey: '07'.repeat(32), nowMs: noon }
  own = correctingNeeds(shared)
  const people = moments.map((_, index) => testCitizen({ svc_id: numberAt(index), documents: [] }))
  await writeCitizens(register.pool, people, 'production')
  await Promise.all(ready)
})
afterAll(async () => {
  for (const one of processes) one.kill('SIGKILL')
  await own?.close()
  await databases?.home.drop()
  await databases?.register.drop()
})

const stateOf = async (svcId: string, proposal: string) => {
  const { rows } = await databases.home.pool.query(
    `select status, decided_by, (select count(*)::int from acts where after ->> 'proposal' = $1
       and after ->> 'step' = 'execute') as entries from proposals where proposal_id = $1`,
    [proposal],
  )
  const { rows: citizens } = await databases.register.pool.query(
    'select first_name from citizens where svc_id = $1',
    [svcId],
  )
  return { ...rows[0], ...citizens[0] }
}

test.each(moments.map((moment, index) => [index, moment] as const))(
  'kill %i, at %o: a correction is made with all that it causes, once, or not at all',
  { timeout: 60_000 },
  async (index, moment) => {
    const svcId = numberAt(index)
    const { proposal } = await correctCitizen(officer('Grace'), correction(svcId), own.needs)
    const child = processes[index] as ChildProcess
    const ended = once(child, 'exit')
    child.send({ ...shared, svcId, moment } satisfies KilledOrder)
    expect((await ended)[1]).toBe('SIGKILL')
    const isNothing = moment.statement === 'commit' && moment.place === 'register' && !moment.sent
    const expected = isNothing
      ? { status: 'proposed', decided_by: null, entries: 0, first_name: 'Jean-Pierre' }
      : { status: 'executed', decided_by: 'Odile', entries: 1, first_name: 'Odile' }
    const settled = async () => {
      // The database reads a commit although no one waits for its answer.
      await own.needs.registerOutbox.carry()
      return stateOf(svcId, proposal.id)
    }
    await expect.poll(settled, { timeout: 20_000 }).toEqual(expected)
    await own.needs.registerOutbox.carry()
    expect(await stateOf(svcId, proposal.id)).toEqual(expected)
    expect((await readWaiting(databases.register.pool)).waiting).toBe(0)
  },
)
