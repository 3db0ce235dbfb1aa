import { limits } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { FastifyRequest } from 'fastify'
import type { Endpoint, UnknownEndpoint } from '../gateway/index.ts'
import type { RunningCalls } from './answer-call.ts'
import type { CellAnswers, CellRouter } from './cell-router.ts'

/** Calls of one cell at a time. Those of a cell that hangs leave the others their places. */
const maxCallsOfCell = 500

type Chosen = { calls: RunningCalls; endpoint: Endpoint | UnknownEndpoint }

/** Chooses what answers a call: home, or the cell of its API key. */
export const callsOfCells = (home: RunningCalls, router: CellRouter) => {
  const running = new WeakMap<CellAnswers, Cell>()
  const cellOf = (answers: CellAnswers): Cell => {
    let cell = running.get(answers)
    if (!cell) {
      cell = openCell(home, answers)
      running.set(answers, cell)
    }
    return cell
  }
  return (request: FastifyRequest, endpoint: Endpoint | UnknownEndpoint): Chosen | 'away' => {
    const answers = router.find(request.headers['x-svc-key-id'])
    if (answers === null) return { calls: home, endpoint }
    if (answers === 'away') return 'away'
    const { calls, endpoints } = cellOf(answers)
    if ('refusal' in endpoint) return { calls, endpoint }
    return { calls, endpoint: endpoints.get(nameOf(endpoint)) ?? notOffered }
  }
}

type Cell = { calls: RunningCalls; endpoints: ReadonlyMap<string, Endpoint> }

const openCell = (home: RunningCalls, { pipeline, endpoints, record }: CellAnswers): Cell => ({
  calls: {
    options: { ...home.options, pipeline, record, maxConcurrentCalls: maxCallsOfCell },
    count: 0,
    get isClosing() {
      return home.isClosing
    },
  },
  endpoints: new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint])),
})

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

/** A cell does not offer every service yet. */
const notOffered: UnknownEndpoint = {
  refusal: new Refusal('not_found'),
  service: null,
  body: 'optional',
  bodyLimitBytes: limits.singleBodyBytes,
}
