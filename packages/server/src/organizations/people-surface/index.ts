export { peopleApi } from './api.ts'
export type { SurfaceDescription } from './describe-surface.ts'
export { createRepeatedRequests, forgetRepeatedRequests, requestAnswered } from './repeated-requests.ts'
export { securityHeaders } from './security-headers.ts'
export { addPages, ownUrl, tlsOfFiles } from './serve-pages.ts'
export {
  notSignedIn,
  peopleSurface,
  requireStepUp,
  type SurfaceDependencies,
  secondFactorRequired,
} from './surface.ts'
