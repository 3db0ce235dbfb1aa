import type { FastifyInstance, RouteOptions } from 'fastify'
import { logoPattern } from '../../services/sign-in/index.ts'

/** Routes of this origin that are no act and no reading, with the reason. The list may only become shorter. */
export const undeclaredRoutes: Readonly<Record<string, string>> = {
  'GET /api/*': 'Answers not_found for an unknown path, in place of the files of the app.',
  'GET /messages': 'The telephone of the demo. It does not exist without the demo.',
  'GET /messages.css': 'The style of that page.',
  [`GET /logos/${logoPattern}`]: 'Pictures of applications, which the hosted pages show to everyone.',
  'GET /installation-logo/:file': 'The picture of the installation, which the hosted pages show to everyone.',
  'GET /*': 'The files of the app.',
}

/** `GET /api/me`: the method and the path of a route. Fastify adds HEAD to each GET. */
export const namesOf = ({ method, url }: Pick<RouteOptions, 'method' | 'url'>): string[] =>
  [method].flat().map((one) => `${one === 'HEAD' ? 'GET' : one} ${url}`)

/** A route without a declaration stops the start: every act and reading of this origin is derived. */
export const requireDeclarations = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    for (const name of namesOf(route))
      if (!route.config?.act && !Object.hasOwn(undeclaredRoutes, name))
        throw new Error(`the route ${name} has no declaration: define an act or a reading (src/acts)`)
  })
}
