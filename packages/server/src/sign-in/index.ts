export { signInSurfaceModule } from './module.ts'
