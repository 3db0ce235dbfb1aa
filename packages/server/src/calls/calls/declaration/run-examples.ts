import { isForCallers } from '@nani/foundation/core/index.ts'
import type { Application } from '../../../gateway/gateway/index.ts'
import type { PerformDependencies } from '../dependencies.ts'
import { checkedCall, performCall, renderJson } from '../perform.ts'
import type { Origin } from '../requests/origin.ts'
import { validateRequest } from '../requests/validate.ts'
import type { ExampleCall, ExampleRun } from './endpoint-docs.ts'
import type { Service } from './service.ts'

const noOrigin: Origin = {
  api_key: '',
  request_id: '',
  client_address: '',
  method: 'POST',
  path: '',
}

/**
 * Performs the examples of a service with the same code as a real call, without a commit. The description therefore
 * shows responses of the code.
 */
export const runExamples = async (
  service: Service,
  application: Application,
  dependencies: PerformDependencies,
): Promise<ExampleRun> => {
  const calls: ExampleCall[] = []
  for (const { name, summary, request } of service.examples) {
    const performed = await performExample(service, request, application, dependencies)
    calls.push({ name, summary, request: shortened(request), ...performed })
  }
  return { service, calls }
}

const longestShown = 512

/** A file in a request is long and not readable. Only its beginning is shown. */
const shortened = (request: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(request, (_name, value: unknown) =>
      typeof value === 'string' && value.length > longestShown ? `${value.slice(0, 24)}…` : value,
    ),
  )

const performExample = async (
  service: Service,
  request: Record<string, unknown>,
  application: Application,
  dependencies: PerformDependencies,
): Promise<Pick<ExampleCall, 'answer' | 'internalData'>> => {
  try {
    const valid = validateRequest(service, request, application)
    // An example has no caller, so the service records nothing of a refusal.
    const { onRefused: _, ...silent } = { ...service, perform: service.performExample ?? service.perform }
    const invocation = { service: silent, application, origin: noOrigin }
    const authorised = await service.authorise?.(checkedCall(invocation, valid, dependencies.clock.now()))
    const call = await performCall(invocation, { ...valid, authorised }, dependencies)
    const answer = JSON.parse(await renderJson(call, application, dependencies))
    return { answer, internalData: call.internalData }
  } catch (error) {
    if (isForCallers(error)) return { answer: error }
    throw error
  }
}
