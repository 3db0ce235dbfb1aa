import { addImmutableRoute } from '@nani/foundation/http/index.ts'
import type { FastifyInstance } from 'fastify'
import type { Installation } from '../../organizations/organizations/index.ts'
import { logoPattern, type SignIn } from '../../services/sign-in/index.ts'
import type { SurfaceDependencies } from './oauth-endpoints.ts'
import { logoFolder } from './pages/application-mark.ts'
import { assets } from './pages/assets.ts'
import { installationFolder } from './pages/installation.ts'

type Dependencies = Pick<SurfaceDependencies, 'environment'> & {
  signIn: Pick<SignIn, 'findLogo'>
  installation: Installation
}

/** The files that the pages load, all of them from their own origin. */
export const addAssets = (
  app: FastifyInstance,
  { signIn, environment, installation: { logo } }: Dependencies,
): void => {
  for (const { path, contentType, content } of assets)
    app.get(path, async (_request, reply) =>
      reply
        .headers({
          'Content-Type': contentType,
          'Cache-Control': 'public, max-age=300',
          'X-Content-Type-Options': 'nosniff',
        })
        .send(content),
    )
  addImmutableRoute(app, `${logoFolder}/${logoPattern}`, 'image/png', ({ params }) =>
    signIn.findLogo(params, environment),
  )
  addImmutableRoute(app, `${installationFolder}/:file`, 'image/png', async ({ params }) =>
    logo !== null && logo.file === (params as { file: string }).file ? logo.content : null,
  )
}
