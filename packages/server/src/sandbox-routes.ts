import type { FastifyInstance } from 'fastify'
import type { Service } from './delivery/index.ts'
import { sandboxScenarios } from './register/index.ts'

/** What the sandbox tells without a signature: its test identities, and the description of the API. */
export const addSandboxRoutes = async (app: FastifyInstance, _services: readonly Service[]): Promise<void> => {
  const scenarios = JSON.stringify({ object: 'list', data: sandboxScenarios })
  app.get('/sandbox/scenarios', (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-cache').send(scenarios),
  )
}
