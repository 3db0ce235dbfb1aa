import { defineModule, type Platform, readinessNames, warningNames } from '@nani/foundation/platform/index.ts'
import { checkWrites } from '@nani/foundation/storage/index.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import Type from 'typebox'
import type { PlainRoute } from '../description/index.ts'
import type { Contributed } from './composition.ts'
import { drainSettings } from './process-settings.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { surfaceOf } from './surface.ts'

const contentType = 'application/json'
const tag = 'Operations'
const ok = Type.Object({ status: Type.Literal('ok') })
const ready = Type.Object({
  status: Type.Literal('ok'),
  warnings: Type.Optional(Type.Array(Type.Enum([...warningNames]))),
  cells_away: Type.Optional(Type.Array(Type.String())),
})
const unavailable = Type.Object({
  status: Type.Literal('unavailable'),
  not_ready: Type.Array(Type.Enum([...readinessNames])),
})

const readinessAnswers: PlainRoute['answers'] = [
  {
    status: 200,
    description:
      'Calls can be served. `warnings` is present while an operator must look at something: `audit_log` means that a witness refused the audit log, or that its tree was altered. `cell_outbox` means that acts or calls in a cell wait for more than a minute to be carried to home. `cells` means that a cell cannot be used, so that calls of its applications get 503: `cells_away` names it. `register` means that the database of a register of its own does not accept a write, so that calls about people get 502. `register_outbox` means that acts on the register wait for more than a minute to be carried to the other database.',
    contentType,
    schema: ready,
    example: { status: 'ok' },
  },
  {
    status: 503,
    description: 'Calls cannot be served. `not_ready` names the parts that are not ready.',
    contentType,
    schema: unavailable,
    example: { status: 'unavailable', not_ready: ['database'] },
  },
]

const liveness: PlainRoute = {
  path: '/livez',
  operationId: 'read_liveness',
  tag,
  summary: 'Ask whether the process runs',
  description:
    'Reports whether the process runs and its event loop responds. It checks nothing else, because a restart does not help when the database is unavailable. It needs no signature.',
  answers: [
    { status: 200, description: 'The process runs.', contentType, schema: ok, example: { status: 'ok' } },
  ],
}

const readiness: PlainRoute = {
  path: '/readyz',
  operationId: 'read_readiness',
  tag,
  summary: 'Ask whether the process can serve calls',
  description:
    'Reports whether this process can serve calls. The database must accept a write within a second, the lists and face models must be loaded, the queue must run and the clock must be correct. One write serves all requests within two seconds. It needs no signature.',
  answers: readinessAnswers,
}

const health: PlainRoute = {
  ...readiness,
  path: '/health',
  operationId: 'read_health',
  summary: 'Ask the same at the path of older balancers',
  description: 'The same response as `/readyz`, for load balancers that use this path.',
}

/** Whether this process lives and whether it can serve, for a balancer or a supervisor. */
export const healthRoutes: readonly PlainRoute[] = [liveness, readiness, health]

/** `cellsAway`: the names of the cells that the process serves and cannot use. */
type Answered = Pick<Readiness, 'notReady' | 'warnings'> & {
  cellsAway?: (() => readonly string[]) | undefined
}

export const addHealthRoutes = (
  app: FastifyInstance,
  { notReady, warnings, cellsAway = () => [] }: Answered,
): void => {
  app.get(liveness.path, async (_request, reply) => answer(reply, 200, { status: 'ok' }))
  for (const { path } of [readiness, health]) {
    app.get(path, async (_request, reply) => {
      const missing = await notReady()
      if (missing.length > 0) return answer(reply, 503, { status: 'unavailable', not_ready: missing })
      const [warned, away] = [warnings(), cellsAway()]
      return answer(reply, 200, {
        status: 'ok',
        ...(warned.length > 0 && { warnings: warned }),
        ...(away.length > 0 && { cells_away: away }),
      })
    })
  }
}

const answer = (reply: FastifyReply, status: number, body: object) =>
  reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type(`${contentType}; charset=utf-8`)
    .send(JSON.stringify(body))

/** The routes of readiness. Every module that has a condition is opened before. */
export const healthModule = defineModule({
  name: 'health',
  open({
    pool,
    registerPool,
    newId,
    contributed,
    cellsAway,
  }: Pick<Platform, 'pool' | 'registerPool' | 'newId'> & {
    contributed: Pick<Contributed, 'readiness' | 'warnings'>
    cellsAway?: () => readonly string[]
  }) {
    const processId = newId('prc')
    const readiness = createReadiness({
      checkDatabase: () => checkWrites(pool, processId),
      checkRegister: registerPool === pool ? undefined : () => checkWrites(registerPool, processId),
      parts: Object.fromEntries(contributed.readiness),
      warnings: contributed.warnings,
      elapsed: { now: () => performance.now() },
    })
    return {
      provides: { readiness },
      surfaces: [surfaceOf((app) => addHealthRoutes(app, { ...readiness, cellsAway }))],
    }
  },
})

/** Starts last and stops first: the process is ready while everything else runs. */
export const drainModule = defineModule({
  name: 'drain',
  settings: drainSettings,
  open: ({ readiness }: { readiness: Readiness }, { drainMs }) => ({
    start: readiness.started,
    async stop() {
      readiness.stopping()
      await new Promise((resolve) => setTimeout(resolve, drainMs))
    },
  }),
})
