export { signInRoutes } from './described/routes.ts'
export { signInSurfaceModule } from './module.ts'
