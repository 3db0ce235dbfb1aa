import type { CitizenSession, DeviceSignature } from '../../../../citizens/citizen-devices/index.ts'
import { app } from '../../../../testing/devices/citizen-devices.ts'
import { signedMembers } from '../../../../testing/devices/device-calls.ts'
import type { RequestFacts } from '../../dependencies.ts'
import { type Handle, handleText } from '../../handles.ts'
import type { ApprovalDependencies, ApprovalNeeds } from '../approval-needs.ts'
import { answerSignIn, checkNumber } from '../decide-approval.ts'
import { listApprovals } from '../list-approvals.ts'
import { reportSignIn } from '../report-sign-in.ts'
import { findApprovals } from '../typed-number.ts'

const installation = { name: 'Nani', logo: null, help_url: null, privacy_url: null }

export const approvalNeedsOf = (dependencies: ApprovalDependencies): ApprovalNeeds => ({
  ...dependencies,
  ...{ installation, app: () => app },
})

export const requestOf = ({ requestId, clientAddress, method, path }: RequestFacts) => ({
  ...{ id: requestId, client_address: clientAddress, method, path },
})

export type Approving = { number: number; signature: DeviceSignature; image: Buffer }
type Session = Pick<CitizenSession, 'actor'>

/** The acts of citizens about sign-ins as a surface calls them, with the types of a test. */
export const approvalCalls = (dependencies: ApprovalDependencies) => {
  const needs = approvalNeedsOf(dependencies)
  return {
    list: ({ actor }: Session) => listApprovals(actor, {}, needs),
    find: ({ actor }: Session, number: number) => findApprovals(actor, { number }, needs),
    checkNumber: ({ actor }: Session, handle: Handle, number: number, facts: RequestFacts) =>
      checkNumber(actor, { id: handleText(handle), number, request: requestOf(facts) }, needs),
    report: async ({ actor }: Session, handle: Handle, facts: RequestFacts) =>
      (await reportSignIn(actor, { id: handleText(handle), request: requestOf(facts) }, needs)).ended,
    decline: ({ actor }: Session, handle: Handle, facts: RequestFacts) =>
      answerSignIn(actor, { id: handleText(handle), decision: 'deny', request: requestOf(facts) }, needs),
    approve: ({ actor }: Session, handle: Handle, given: Approving, facts: RequestFacts) => {
      const { number, signature, image } = given
      const input = {
        ...{ id: handleText(handle), decision: 'approve' as const, number, ...signedMembers(signature) },
        ...{ image: image.toString('base64'), request: requestOf(facts) },
      }
      return answerSignIn(actor, input, needs)
    },
  }
}
