export { declineProposal, listProposals, type ProposalNeeds, proposalActs } from './proposal-acts.ts'
export {
  endProposalsOf,
  listOpen,
  type ProposalObject,
  proposalMs,
  proposalObject,
  proposalSchema,
  proposeOrExecute,
} from './proposals.ts'
