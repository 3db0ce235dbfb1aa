import { serveUntilKilled } from '../../../organizations/console/testing/serve-until-killed.ts'
import { startDeskWith } from './desk-world.ts'

/* A second process of the desk on the database of a test. It serves until it is ended, or kills itself on order. */

serveUntilKilled(async (console) => (await startDeskWith(console)).url)
