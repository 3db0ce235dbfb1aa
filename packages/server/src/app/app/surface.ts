import type { Environment } from '@nani/contract'
import type { FastifyPluginCallback } from 'fastify'

/**
 * Routes of a server, as a Fastify plugin with its own parsers, hooks and form of errors. Null: the environment does not
 * have it.
 */
export type Surface = (environment: Environment) => FastifyPluginCallback | null

/** A surface of both environments. */
export const surfaceOf =
  (addRoutes: (app: Parameters<FastifyPluginCallback>[0], environment: Environment) => void): Surface =>
  (environment) =>
  (app, _options, registered) => {
    addRoutes(app, environment)
    registered()
  }
