/**
 * What `npm run test:cells` leaves out, by the folder or file and the reason. The list may only shrink. The other tests run with their
 * applications in two cells.
 */
export const notInCells: Readonly<Record<string, string>> = {
  '9-operations': 'Its tests start, stop and kill installations of their own, which have no cells.',
  '13-promises': 'The same. It also destroys the database of an installation.',
}
