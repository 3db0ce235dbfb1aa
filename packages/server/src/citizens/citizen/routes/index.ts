import type { RoutesOfApi } from '../api.ts'
import { enrolmentRoutes } from './enrolment.ts'
import { meRoutes } from './me.ts'
import { sessionRoutes } from './session.ts'

/** Every part of the app's API. A part with more dependencies is made in module.ts. */
export const coreRoutes: RoutesOfApi = { open: [enrolmentRoutes, sessionRoutes], signedIn: [meRoutes] }
