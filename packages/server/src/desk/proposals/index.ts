export { declineProposal, listProposals, type ProposalNeeds, proposalActs } from './proposal-acts.ts'
export {
  decideOpen,
  endProposalsOf,
  findOpen,
  listOpen,
  type ProposalObject,
  proposalMs,
  proposalObject,
  proposalSchema,
  proposeAct,
  proposeOrExecute,
  readProposal,
} from './proposals.ts'
