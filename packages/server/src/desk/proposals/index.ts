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
  readProposalRow,
} from './proposal-rows.ts'
export {
  decideOpen,
  endProposalsOf,
  forgetProposals,
  proposalMs,
  proposeAct,
  proposeOrExecute,
  type Reason,
  type Step,
  versionOf,
} from './proposals.ts'
