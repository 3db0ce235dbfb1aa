export {
  decidableActs,
  declineProposal,
  listProposals,
  type ProposalNeeds,
  proposalActs,
  sentenceSchema,
} from './proposal-acts.ts'
export {
  findOpen,
  listOpen,
  type ProposalObject,
  proposalObject,
  proposalSchema,
  readProposal,
} from './proposal-rows.ts'
export {
  decideOpen,
  endProposalsOf,
  proposalMs,
  proposeAct,
  proposeOrExecute,
  type Step,
} from './proposals.ts'
