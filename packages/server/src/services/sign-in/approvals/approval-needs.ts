import type { KeyObject } from 'node:crypto'
import type { ShownInstallation } from '@nani/contract'
import { Refusal } from '@nani/foundation/core/index.ts'
import type { AppOrigin } from '../../../citizens/citizen-devices/index.ts'
import type { Databases } from '../../../gateway/acts/index.ts'
import type { RequestFacts, SignInDependencies } from '../dependencies.ts'
import { type Handle, readHandle } from '../handles.ts'

/** What the module gives to the acts of citizens. */
export type ApprovalDependencies = Pick<
  SignInDependencies,
  | 'pool'
  | 'reads'
  | 'clock'
  | 'vault'
  | 'announce'
  | 'approvalKey'
  | 'citizenDevices'
  | 'citizenFaces'
  | 'onAlarm'
> & {
  /** The key of the pseudonyms in the audit log. */
  subjectKey: KeyObject
}

/** The context of the acts of citizens. `app`: the app, as citizens open it. */
export type ApprovalNeeds = ApprovalDependencies & {
  app(): AppOrigin
  installation: ShownInstallation
  /** Those with sign-ins. Absent: home has all of them. */
  databases?: Databases
}

/** The request of an id. A text that no request has is the id of one that ended. */
export const handleOf = ({ id }: { id: string }): Handle => {
  const handle = readHandle(id)
  if (!handle) throw new Refusal('approval_ended')
  return handle
}

/** The HTTP request of an act, for its entry in the audit log of the application. */
export const factsOf = ({ request }: { request: GivenFacts }): RequestFacts => ({
  requestId: request.id,
  clientAddress: request.client_address,
  method: request.method,
  path: request.path,
})

type GivenFacts = { id: string; client_address: string; method: string; path: string }
