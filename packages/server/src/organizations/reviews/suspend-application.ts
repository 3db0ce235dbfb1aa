import { serviceNames } from '@nani/contract'
import Type from 'typebox'
import { reasonOfOperator as reason } from '../../gateway/acts/index.ts'
import {
  deskApplication,
  lockApplication,
  readDeskApplication,
  requireUninvolved,
  withdrawApproval,
  withholdServices,
} from '../organizations/index.ts'
import { endOpenReview } from './end-open-review.ts'
import { reviewAct } from './needs.ts'

/** Takes services from an application, or the whole approval where no service is named. */
export const suspendApplication = reviewAct({
  name: 'applications.suspend',
  sentence: { en: 'Suspends an application or its services', fr: 'Suspend une application ou ses services' },
  actors: { operator: ['reviewer', 'supervisor'] },
  routes: { operator: 'POST /applications/{application_id}/suspend' },
  input: Type.Object(
    {
      application_id: Type.String({ minLength: 1, maxLength: 60 }),
      /** Absent: the approval of the application ends (`rejected`), and its open review with it. */
      services: Type.Optional(Type.Array(Type.Enum([...serviceNames]), { minItems: 1, uniqueItems: true })),
      reason,
    },
    { additionalProperties: false },
  ),
  output: deskApplication,
  refusals: ['application_not_found', 'service_not_approved', 'state_conflict', 'not_permitted'],
  async perform({ client, actor, input, needs, nowMs }) {
    const { application_id: applicationId, services } = input
    await lockApplication(client, applicationId)
    const { organizationId, ...before } = await readDeskApplication(client, applicationId)
    await requireUninvolved(client, actor, organizationId)
    let review: string | null = null
    if (services) await withholdServices(client, applicationId, services, needs)
    else {
      await withdrawApproval(client, applicationId, needs)
      const ending = { applicationId, actor, reason: input.reason, nowMs }
      review = await endOpenReview(client, ending, needs)
    }
    const { organizationId: _, ...result } = await readDeskApplication(client, applicationId)
    return {
      result,
      entry: {
        ...{ subject: applicationId, organizationId },
        before: { production_status: before.production_status, approved_services: before.approved_services },
        after: {
          ...{ production_status: result.production_status, approved_services: result.approved_services },
          ...{ suspended_services: result.suspended_services, reason: input.reason },
          ...(review !== null && { ended_review: review }),
        },
      },
    }
  },
})
