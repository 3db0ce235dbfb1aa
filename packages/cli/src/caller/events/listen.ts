import { setTimeout as delay } from 'node:timers/promises'
import { type Nani, NaniError, type NaniEvent, signWebhook } from '@nani/sdk'
import { Failure } from '../../failure.ts'
import { paint, printable, type Terminal } from '../../terminal.ts'
import { type CallerOptions, readCredentials, withClient } from '../credentials.ts'

export type ListenOptions = CallerOptions & { forward?: string; after?: string }

const pollMs = 1_000
const afterFailureMs = 3_000
const forwardTimeoutMs = 5_000

/** `nani listen`: every event from now on, read over the signed and encrypted API, until it is interrupted. */
export const listen = (options: ListenOptions, terminal: Terminal): Promise<void> => {
  const { payload_encryption_key, base_url } = readCredentials(options, terminal)
  if (options.forward !== undefined && !/^https?:\/\//.test(options.forward)) {
    throw new Failure(
      'invalid_value',
      `"${options.forward}" is not an http address.`,
      'Write for example --forward http://localhost:3000/hook.',
    )
  }
  const stopping = new AbortController()
  const release = terminal.onInterrupt(() => stopping.abort())
  const { signal } = stopping
  return withClient(options, terminal, async (nani) => {
    let after = options.after ?? (await nani.events.latest({ signal }))
    terminal.err(`Listening to ${printable(base_url)}. Ctrl-C ends it.\n`)
    while (!signal.aborted) {
      const handle = async (event: NaniEvent) => {
        showEvent(event, options, terminal)
        if (options.forward) await forward(event, options.forward, payload_encryption_key, terminal)
      }
      after = await showNew(nani, { after, signal, handle }, terminal)
      await delay(pollMs, undefined, { signal })
    }
  })
    .catch((error) => {
      if (!signal.aborted) throw error
    })
    .finally(release)
}

type Reading = {
  after: string | undefined
  signal: AbortSignal
  handle: (event: NaniEvent) => Promise<void>
}

/** Handles the new events, and returns the id of the last one. It waits for a service that is unreachable for a while. */
const showNew = async (
  nani: Nani,
  { after, signal, handle }: Reading,
  terminal: Terminal,
): Promise<string | undefined> => {
  let last = after
  try {
    for await (const event of nani.events.list({ after, signal })) {
      await handle(event)
      last = event.id
    }
  } catch (error) {
    if (signal.aborted || !(error instanceof NaniError) || !error.retryable) throw error
    terminal.err(`${printable(error.message)} Still trying.\n`)
    await delay(afterFailureMs, undefined, { signal })
  }
  return last
}

/** One line about an event; with `--json`, the event. */
export const showEvent = (event: NaniEvent, options: CallerOptions, terminal: Terminal): void => {
  if (options.json) {
    terminal.out(`${JSON.stringify(event)}\n`)
    return
  }
  const object = event.data.object as { id?: unknown; status?: unknown }
  const about = [object.id, object.status].filter((part) => part !== undefined).map(printable)
  const words = [
    paint(terminal, 'quiet', printable(event.created_at)),
    paint(terminal, 'strong', printable(event.type)),
  ]
  terminal.out(`${[...words, printable(event.id), ...about].join('  ')}\n`)
}

const forward = async (event: NaniEvent, url: string, key: string, terminal: Terminal): Promise<void> => {
  const body = JSON.stringify(event)
  const beganMs = performance.now()
  const outcome = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(forwardTimeoutMs),
    headers: signWebhook(event.id, body, key),
  }).then(
    async (answer) => {
      await answer.body?.cancel()
      return { text: String(answer.status), good: answer.ok }
    },
    (error: unknown) => ({ text: reasonOf(error), good: false }),
  )
  const took = `${Math.round(performance.now() - beganMs)} ms`
  terminal.err(`  → ${paint(terminal, outcome.good ? 'good' : 'bad', outcome.text)}  ${took}\n`)
}

const reasonOf = (error: unknown): string => {
  const { name, cause } = (error ?? {}) as { name?: string; cause?: { code?: string } }
  return cause?.code ?? (name === 'TimeoutError' ? `no answer within ${forwardTimeoutMs / 1000} s` : 'failed')
}
