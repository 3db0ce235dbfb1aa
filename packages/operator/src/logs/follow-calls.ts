import { setTimeout as delay } from 'node:timers/promises'
import { paint, printable, type Terminal } from '@nani/cli'
import type { LoggedRequest } from '@nani/contract/console'
import { createRequestFollowers, followAnyCalls } from '@nani/server/organizations/call-log/index.ts'
import type { OpenCall } from '../command-line/command-area.ts'

export { followAnyCalls }

/** `nani logs tail`. The calls are those of every process of the installation. */
export const tail = async ({ actor, installation, terminal, given, input }: Tailed): Promise<void> => {
  const { application_id, name } = await followAnyCalls(
    actor,
    { application_id: String(input.application_id) },
    installation,
  )
  const pause = async (ms: number) => void (await delay(ms))
  const { follow } = createRequestFollowers({ ...installation, pause })
  await new Promise<void>((resolve) => {
    const stop = follow(application_id, (request) =>
      terminal.out(given.json ? `${JSON.stringify(request)}\n` : lineOf(request, terminal)),
    )
    const release = terminal.onInterrupt(() => {
      stop()
      release()
      resolve()
    })
    terminal.err(`Following the calls of ${printable(name)} (${application_id}). Ctrl-C ends it.\n`)
  })
}

type Tailed = OpenCall & { input: Readonly<Record<string, unknown>> }

const lineOf = (
  { at, status, method, path, error, duration_ms, id, result_id }: LoggedRequest,
  terminal: Terminal,
): string => {
  const words = [
    paint(terminal, 'quiet', at),
    paint(terminal, status < 400 ? 'good' : 'bad', String(status)),
    ...[method, path, error, duration_ms === null ? null : `${duration_ms} ms`, result_id, id]
      .filter((word) => word !== null)
      .map(printable),
  ]
  return `${words.join('  ')}\n`
}
