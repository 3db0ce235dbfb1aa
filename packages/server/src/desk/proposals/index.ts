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
  type ProposalRow,
  proposalObject,
  proposalSchema,
  readProposal,
  readProposalRow,
} from './proposal-rows.ts'
export { proposalWritten } from './proposal-store.ts'
export {
  decideOpen,
  endProposalAbout,
  endProposalsOf,
  forgetProposals,
  proposalMs,
  proposalNotOpen,
  proposeAct,
  proposeOrExecute,
  proposeOrExecuteOnRegister,
  type Reason,
  type Step,
  versionOf,
} from './proposals.ts'
export { stepToTakeBack } from './step-to-take-back.ts'
