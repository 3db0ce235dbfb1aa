import type { Platform } from '@nani/foundation/platform/index.ts'
import type pg from 'pg'

const keptMinutes = 10
const everyMs = 60_000
const maxRows = 5_000

/**
 * Deletes requests in which no one was identified. Any stranger can cause them, so that they are kept for minutes only. A
 * late visit then shows that the page is no longer valid.
 */
export const forgetUnidentified = async (ownerPool: pg.Pool): Promise<void> => {
  const text = `delete from sign_in_requests where (application_id, request_id) in (
                  select application_id, request_id from sign_in_requests
                  where identified_at is null and created_at < now() - make_interval(mins => $1)
                  limit $2 for update skip locked)`
  while (((await ownerPool.query(text, [keptMinutes, maxRows])).rowCount ?? 0) === maxRows);
}

/** Does so every minute, in each process that may delete. Two of them delete different rows. */
export const keepForgetting = (
  { ownerPool, ownsSchema }: Pick<Platform, 'ownerPool' | 'ownsSchema'>,
  onError: (error: unknown) => void,
) => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  return {
    start() {
      if (!ownsSchema) return
      timer = setInterval(() => {
        running = running.then(() => forgetUnidentified(ownerPool)).catch(onError)
      }, everyMs).unref()
    },
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
