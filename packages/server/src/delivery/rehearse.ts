import { Refusal } from '../core/index.ts'
import type { Application } from '../gateway/index.ts'
import { type Origin, type PerformDependencies, performCall, tell } from './perform.ts'
import type { Service } from './service.ts'
import { validateRequest } from './validate.ts'

/** What came of one example of a service: the answer's body, or the refusal. */
export type RehearsedCall = {
  name: string
  summary: string
  request: Record<string, unknown>
  answer: Record<string, unknown> | Refusal
  /** What the service kept with the result, for its parts. */
  kept?: unknown
}

export type Rehearsal = { service: Service; calls: readonly RehearsedCall[] }

const nobody: Origin = {
  api_key: '',
  request_id: '',
  client_address: '',
  method: 'POST',
  path: '',
}

/**
 * Performs the examples of a service by the same validate and perform as a real call, and commits nothing:
 * what the description shows is what the code answers.
 */
export const rehearse = async (
  service: Service,
  application: Application,
  dependencies: Omit<PerformDependencies, 'commit'>,
): Promise<Rehearsal> => {
  const neverCommitted = {
    ...dependencies,
    commit: () => Promise.reject(new Error('a rehearsal commits nothing')),
  }
  const calls: RehearsedCall[] = []
  for (const { name, summary, request } of service.examples) {
    const played = await play(service, request, application, neverCommitted)
    calls.push({ name, summary, request: shortened(request), ...played })
  }
  return { service, calls }
}

const longestShown = 512

/** A file in a request is a page of letters that nobody reads: its beginning is shown. */
const shortened = (request: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(request, (_name, value: unknown) =>
      typeof value === 'string' && value.length > longestShown ? `${value.slice(0, 24)}…` : value,
    ),
  )

const play = async (
  service: Service,
  request: Record<string, unknown>,
  application: Application,
  dependencies: PerformDependencies,
): Promise<Pick<RehearsedCall, 'answer' | 'kept'>> => {
  try {
    const valid = validateRequest(service, request, application)
    // Nobody called: there is nothing that a service would have to remember of it.
    const { onRefused: _, ...silent } = service
    const call = await performCall(silent, valid, application, nobody, dependencies)
    const answer = (await tell(call, application, dependencies)) as Record<string, unknown>
    return { answer, kept: call.kept }
  } catch (error) {
    if (error instanceof Refusal) return { answer: error }
    throw error
  }
}
