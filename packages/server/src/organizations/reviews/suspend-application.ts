import { serviceNames } from '@nani/contract'
import Type from 'typebox'
import { reasonOfOperator as reason } from '../../gateway/acts/index.ts'
import {
  approvalOf,
  deskApplication,
  lockApplication,
  readDeskApplication,
  readStatus,
  requireUninvolvedInHome,
  withdrawApproval,
  withholdServices,
} from '../organizations/index.ts'
import { type EndedReview, endOpenReview } from './end-open-review.ts'
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
    const { organizationId } = await readDeskApplication(client, applicationId)
    await requireUninvolvedInHome(needs, client, actor, organizationId)
    const before = approvalOf(await readStatus(client, applicationId))
    let ended: EndedReview | null = null
    if (services) await withholdServices(client, applicationId, services, needs)
    else {
      await withdrawApproval(client, applicationId, needs)
      const ending = { applicationId, actor, reason: input.reason, nowMs }
      ended = await endOpenReview(client, ending, needs)
    }
    const { organizationId: _, ...result } = await readDeskApplication(client, applicationId)
    return {
      result,
      entry: {
        ...{ subject: applicationId, organizationId },
        before: { ...before, ...(ended !== null && { ended_review: ended.before }) },
        after: {
          ...approvalOf(await readStatus(client, applicationId)),
          ...{ suspended_services: result.suspended_services, reason: input.reason },
          ...(ended !== null && { ended_review: ended.after }),
        },
      },
    }
  },
})
