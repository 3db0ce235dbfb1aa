import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { trailingRun } from '../core/index.ts'
import { listenTo } from './listen.ts'

/** Names without spaces that a process announces to all processes on a channel. */
export type Announcements = {
  channel: string
  /** The names of one notification, whose payload has less than 8,000 bytes. */
  maxNames: number
  /** The pause of an announcer after each announcement. */
  pauseMs: number
}

/**
 * PostgreSQL serializes transactions with a notification at their commit. So this is a transaction of its own, after the
 * one with the change, and it does not wait for the disk. It may be lost: a listener needs another way to find the change.
 */
export const announce = async (
  database: Pick<pg.Pool, 'query'>,
  { channel, maxNames }: Announcements,
  names: readonly string[],
): Promise<void> => {
  for (let from = 0; from < names.length; from += maxNames) {
    await database.query({
      name: 'announce',
      text: `select pg_notify($1, $2) from (select set_config('synchronous_commit', 'off', true)) as setting`,
      values: [channel, names.slice(from, from + maxNames).join(' ')],
    })
  }
}

export type Announcer = { announce(...names: readonly string[]): void; idle(): Promise<void> }

/** Announces the first names at once. Names that follow before the end of the pause share the next announcement. */
export const createAnnouncer = (
  database: Pick<pg.Pool, 'query'>,
  announcements: Announcements,
  onError: (error: unknown) => void,
): Announcer => {
  const waiting = new Set<string>()
  const send = trailingRun(async () => {
    const names = [...waiting]
    waiting.clear()
    await announce(database, announcements, names).catch(onError)
    await pause(announcements.pauseMs)
  })
  return {
    announce(...names) {
      for (const name of names) waiting.add(name)
      void send()
    },
    idle: send.idle,
  }
}

/** Listens for announced names. `null`: some may be lost, because the connection is new. */
export const listenForNames = (
  connectionString: string,
  { channel }: Announcements,
  onName: (name: string | null) => void,
): Promise<{ stop(): Promise<void> }> =>
  listenTo(connectionString, channel, (payload) => {
    for (const name of payload?.split(' ') ?? [null]) onName(name)
  })
