/** Null when a caller waits no longer for a database. It keeps no process alive. */
export const over = (withinMs: number): Promise<null> =>
  new Promise((resolve) =>
    AbortSignal.timeout(withinMs).addEventListener('abort', () => resolve(null), { once: true }),
  )
