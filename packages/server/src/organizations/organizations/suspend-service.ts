import { type ServiceName, serviceNames } from '@nani/contract'
import { type Actor, type IdSource, Refusal, type SecondPersonRules } from '@nani/foundation/core/index.ts'
import { announceChange } from '@nani/foundation/platform/index.ts'
import type { Database, Vault } from '@nani/foundation/storage/index.ts'
import type pg from 'pg'
import Type, { type Static } from 'typebox'
import { proposeOrExecute, type Step, stepToTakeBack, versionOf } from '../../desk/proposals/index.ts'
import {
  type ActContext,
  type ActNeeds,
  agreedProposal,
  countedRefusal,
  defineAct,
  inHomeBefore,
} from '../../gateway/acts/index.ts'
import { type ApplicationSummary, applicationInput, lockApplication, readSummary } from './applications.ts'
import { requireUninvolvedInHome } from './membership/uninvolved.ts'
import { readStatus, sendStatusEvent } from './production-status.ts'

export type SuspensionPlatform = ActNeeds & {
  newId: IdSource
  /** Seals events until they are sent. */
  requestsVault: Vault
}

const serviceInput = Type.Object(
  { ...applicationInput, service: Type.Enum([...serviceNames]), reason: Type.String({ maxLength: 2_000 }) },
  { additionalProperties: false },
)
export type ServiceOfApplication = Static<typeof serviceInput>
const restorationInput = Type.Object(
  { ...serviceInput.properties, ...agreedProposal },
  { additionalProperties: false },
)
type ServiceToRestore = Static<typeof restorationInput>

/**
 * Takes an approved service from an application. Its calls get `production_access_required`, and an approval does not give it
 * back.
 */
export const suspendService = defineAct({
  name: 'applications.suspend_service',
  sentence: { en: 'Suspends a service of an application', fr: 'Suspend un service d’une application' },
  actors: { operator: ['supervisor', 'reviewer', 'investigator'], system: true },
  input: serviceInput,
  output: Type.Null(),
  refusals: ['application_not_found', 'service_not_approved'],
  async perform({ client, input, needs }: ActContext<ServiceOfApplication, SuspensionPlatform>) {
    const { application_id, service, reason } = input
    await lockApplication(client, application_id)
    const { before, after } = await withholdServices(client, application_id, [service], needs)
    const entry = { subject: application_id, before, after: { ...after, service, reason } }
    return { result: null, entry }
  },
})

/**
 * Takes approved services from an application, with one event for all of them: two events of one moment would have the same
 * `updated_at`. The caller holds the lock of the application.
 */
export const withholdServices = async (
  client: pg.PoolClient,
  applicationId: string,
  services: readonly ServiceName[],
  needs: SuspensionPlatform,
): Promise<{ before: Services; after: Services }> => {
  const before = await readSummary(client, applicationId)
  const foreign = services.find((service) => !before.approved_services.includes(service))
  if (foreign) throw new Refusal('service_not_approved', `${foreign} is not approved for ${applicationId}.`)
  const after: Services = {
    approved_services: before.approved_services.filter((one) => !services.includes(one)),
    suspended_services: [...before.suspended_services, ...services],
    withheld_approvals: [...before.withheld_approvals, ...services],
  }
  await writeServices(client, before, after, needs)
  return { before: servicesOf(before), after }
}

/** The same within a transaction of the caller. False: the service is not approved, and nothing happens. */
export const suspendIfApproved = async (
  client: pg.PoolClient,
  actor: Actor,
  input: ServiceOfApplication,
  needs: SuspensionPlatform,
): Promise<boolean> => {
  await lockApplication(client, input.application_id)
  const { approved_services } = await readSummary(client, input.application_id)
  if (!approved_services.includes(input.service)) return false
  await suspendService.within(client, actor, input, needs)
  return true
}

type Services = Pick<ApplicationSummary, 'approved_services' | 'suspended_services' | 'withheld_approvals'>
const servicesOf = ({ approved_services, suspended_services, withheld_approvals }: Services): Services => ({
  ...{ approved_services, suspended_services, withheld_approvals },
})

/** The status stays: it is that of the newest review (spec/organizations#suspension-of-a-service). */
const writeServices = async (
  client: pg.PoolClient,
  { application_id: applicationId }: ApplicationSummary,
  after: Services,
  needs: SuspensionPlatform,
): Promise<void> => {
  const before = await readStatus(client, applicationId)
  await client.query(
    `update applications set approved_services = $2, suspended_services = $3, withheld_approvals = $4, version = version + 1
     where application_id = $1`,
    [applicationId, after.approved_services, after.suspended_services, after.withheld_approvals],
  )
  await announceChange(client, applicationId)
  // A restoration without an approval changes nothing for the application, and sends nothing.
  await sendStatusEvent(client, before, await readStatus(client, applicationId), needs)
}

const restoration = Type.Object({
  object: Type.Literal('service_restoration'),
  application_id: Type.String(),
  service: Type.Enum([...serviceNames]),
  status: Type.Enum(['proposed', 'restored']),
  approved_services: Type.Array(Type.Enum([...serviceNames])),
  /** Whether calls are served now. An approval that was withdrawn meanwhile, or a removed service, does not come back. */
  is_live: Type.Boolean(),
})
export type RestorationResult = Static<typeof restoration>

export type RestorationPlatform = SuspensionPlatform & {
  rules: SecondPersonRules & { twoPeople: boolean }
}

/** Gives a suspended service back. The same act of a second person within 24 hours executes it. */
export const restoreService = defineAct({
  name: 'applications.restore_service',
  sentence: { en: 'Gives a suspended service back', fr: 'Rend un service suspendu' },
  actors: { operator: ['supervisor', 'reviewer'] },
  routes: { operator: 'POST /applications/{application_id}/restore' },
  input: restorationInput,
  output: restoration,
  secondPerson: true,
  refusals: [
    ...(['reason_required', 'application_not_found', 'service_not_suspended'] as const),
    ...(['second_account_required', 'not_permitted', 'changed_meanwhile', 'state_conflict'] as const),
  ],
  async perform({ client, input, needs, actor }: ActContext<ServiceToRestore, RestorationPlatform>) {
    const { application_id: applicationId, service, reason } = input
    if (reason.trim() === '') throw new Refusal('reason_required', 'The reason is empty.')
    await lockApplication(client, applicationId)
    const before = await readSummary(client, applicationId)
    const organizationId = await organizationOfApplication(client, applicationId)
    await requireUninvolvedInHome(needs, client, actor, organizationId)
    if (!before.suspended_services.includes(service))
      throw new Refusal('service_not_suspended', `${service} is not suspended for ${applicationId}.`)
    const step = await stepOf({ client, input, needs, actor }, { before, organizationId })
    if (step?.step === 'changed')
      return countedRefusal(step.refusal, { entry: { subject: applicationId, after: { step: 'changed' } } })
    const isSecond = step === null || step.step === 'execute'
    const after: Services = isSecond ? restored(before, service) : servicesOf(before)
    if (isSecond) await writeServices(client, before, after, needs)
    const result: RestorationResult = {
      object: 'service_restoration',
      application_id: applicationId,
      service,
      status: isSecond ? 'restored' : 'proposed',
      approved_services: [...after.approved_services],
      is_live: after.approved_services.includes(service) && before.services.includes(service),
    }
    const entry = {
      subject: applicationId,
      before: servicesOf(before),
      after: { ...after, service, reason: reason.trim(), status: result.status },
    }
    return { result, entry }
  },
})

/** Without the suspension, and with the approval that it withheld. */
const restored = (
  { approved_services, suspended_services, withheld_approvals }: Services,
  service: ServiceName,
): Services => {
  const others = (services: readonly ServiceName[]) => services.filter((one) => one !== service)
  return {
    approved_services: withheld_approvals.includes(service)
      ? [...approved_services, service]
      : approved_services,
    suspended_services: others(suspended_services),
    withheld_approvals: others(withheld_approvals),
  }
}

/** The organization of an application; empty: there is no such application. */
export const organizationOfApplication = async (
  database: Database,
  applicationId: string,
): Promise<string> => {
  const { rows } = await database.query<{ organization_id: string }>(
    'select organization_id from applications where application_id = $1',
    [applicationId],
  )
  return rows[0]?.organization_id ?? ''
}

type Restoring = Pick<
  ActContext<ServiceToRestore, RestorationPlatform>,
  'client' | 'input' | 'needs' | 'actor'
>

/** The step of the rule of two people; null: the installation has switched the rule off. */
const stepOf = async (
  { client, input: { application_id, service, reason, proposal_id: proposalId }, needs, actor }: Restoring,
  { before, organizationId }: { before: Services; organizationId: string },
): Promise<Step | null> => {
  if (!needs.rules.twoPeople) return null
  const proposed = {
    ...{ act: restoreService.declaration.name, subject: `${application_id}/${service}`, organizationId },
    // The organization cannot end the proposal by a change of its application.
    ...{ content: { application_id, service }, version: versionOf(servicesOf(before)) },
    reason: reason.trim(),
    proposalId,
  }
  const acting = { actor, nowMs: needs.clock.now(), newId: needs.newId, rules: needs.rules }
  return inHomeBefore(
    needs,
    client,
    stepToTakeBack(proposed, (home) => proposeOrExecute(home, proposed, acting)),
  )
}
