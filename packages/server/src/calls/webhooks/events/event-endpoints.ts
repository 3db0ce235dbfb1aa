import { limits } from '@nani/contract'
import type { DescribedEndpoint, ReadDependencies } from '../../calls/index.ts'
import { docsOfEvents } from './events.docs.ts'
import { listEvents } from './list-events.ts'

/** `GET /v1/events`: what the webhook endpoint of the application received, or would have received. */
export const eventEndpoints = (dependencies: ReadDependencies): DescribedEndpoint[] => [
  {
    method: 'GET',
    path: '/v1/events',
    service: null,
    // An application learns here that it was suspended.
    isOpenWhileSuspended: true,
    bodyLimitBytes: limits.singleBodyBytes,
    body: 'none',
    docs: docsOfEvents,
    prepare: ({ request, application, memory }) => ({
      usesQuotaOf: null,
      run: async () => ({
        status: 200,
        audited: false,
        ...(await listEvents(request.query, application, dependencies, memory)),
      }),
    }),
  },
]
