const own = 'Its tests start, stop and kill installations of their own, which have no cells.'

/**
 * What `npm run test:cells` leaves out, by the folder or file and the reason. The list may only shrink. The other tests run with their
 * applications in two cells.
 */
export const notInCells: Readonly<Record<string, string>> = {
  '9-operations/alarms.test.ts': own,
  '9-operations/health.test.ts': own,
  '9-operations/kill-nine.test.ts': own,
  '9-operations/lists-import-waits.test.ts': own,
  '9-operations/memory-at-rest.test.ts': own,
  '9-operations/own-register.test.ts': own,
  '9-operations/roles.test.ts': own,
  '9-operations/start-for-others.test.ts': own,
  '9-operations/uncaught-error.test.ts': own,
  '13-promises': `${own} They also destroy the database of an installation.`,
}
