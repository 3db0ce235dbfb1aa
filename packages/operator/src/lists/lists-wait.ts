import { setTimeout as pause } from 'node:timers/promises'
import { printable } from '@nani/cli'
import { Refusal } from '@nani/foundation/core/index.ts'
import { type AwaitedFollowers, awaitFollowers } from '@nani/server/risk/lists/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'

export type Awaited = AwaitedFollowers | null

type WaitOptions = { wait?: boolean; waitSeconds?: number; json?: boolean }

const defaultWaitSeconds = 120

/** Waits until every process of the installation searches the lists of `change`. Null if no wait was requested. */
export const waitForProcesses = async (
  change: number,
  { given, installation: { pool }, terminal }: OpenCall,
): Promise<Awaited> => {
  const { wait = true, waitSeconds = defaultWaitSeconds, json = false } = given as WaitOptions
  if (!wait) return null
  let shown = -1
  return awaitFollowers(pool, change, {
    timeoutMs: waitSeconds * 1_000,
    pause,
    elapsedMs: () => performance.now(),
    onProgress({ using, behind }) {
      if (json || behind.length === 0 || behind.length === shown) return
      shown = behind.length
      terminal.err(`Waiting for ${behind.length} of ${using.length + behind.length} processes …\n`)
    },
  })
}

export const awaitedJson = (awaited: Awaited) =>
  awaited && {
    using: awaited.using.map(({ name }) => name),
    behind: awaited.behind.map(({ name, startedAt }) => ({ process: name, started_at: startedAt })),
  }

/** What screenings see now, in a line for people. */
export const awaitedText = (awaited: Awaited): string => {
  if (awaited === null)
    return '  Processes apply the change in a moment. The command did not wait for them.\n'
  const count = awaited.using.length
  if (count === 0 && awaited.behind.length === 0) return '  No process is running.\n'
  return count === 1 ? '  The one running process uses it.\n' : `  ${count} processes use it.\n`
}

/** The lists are imported all the same; a screening by one of these processes may not see them yet. */
export const failWhereBehind = (awaited: Awaited): void => {
  if (awaited === null || awaited.behind.length === 0) return
  const names = awaited.behind.map(
    ({ name, startedAt }) => `${printable(name)} (since ${startedAt.toISOString()})`,
  )
  throw new Refusal(
    'lists_not_in_use_everywhere',
    `The import is complete, but these processes do not use it yet: ${names.join(', ')}.`,
    { context: { behind: awaited.behind.map(({ name }) => name) } },
  )
}
