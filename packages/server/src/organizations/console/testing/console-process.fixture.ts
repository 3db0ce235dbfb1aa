import { serveUntilKilled } from './serve-until-killed.ts'

/* A second process of the console on the database of a test, which kills itself on order. */

serveUntilKilled(async ({ url }) => url)
