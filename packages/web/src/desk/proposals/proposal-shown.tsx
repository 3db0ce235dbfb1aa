import { Stack } from '@mantine/core'
import { useSay } from '../../staff/language.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { CorrectionDecision } from './correction-decision.tsx'
import { Decision } from './decision.tsx'
import { executionOf, isCorrection, type Proposal } from './proposal.ts'
import { actName } from './proposal-words.ts'

const shownValue = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value)

type Props = { proposal: Proposal; rereads: readonly string[] }

/** Exactly what was proposed, and the decision of the second person. */
export const ProposalShown = ({ proposal, rereads }: Props) => {
  const say = useSay()
  const { content, proposed_by, reason, expires_at, proposed_at } = proposal
  const execution = executionOf(proposal)
  const isSealed = isCorrection(proposal)
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          [say('Act', 'Acte'), actName(say, proposal)],
          ...Object.entries(isSealed ? {} : content).map(
            ([name, value]) => [name, <bdi key={name}>{shownValue(value)}</bdi>] as const,
          ),
          [say('Proposed by', 'Proposé par'), <bdi key="by">{proposed_by}</bdi>],
          ...(reason === null ? [] : [[say('Reason', 'Motif'), <bdi key="reason">{reason}</bdi>] as const]),
          [say('Proposed', 'Proposé le'), <Time key="at" at={proposed_at} />],
          [say('Ends', 'Expire'), <Time key="ends" at={expires_at} />],
        ]}
      />
      {execution ? <Decision proposal={proposal} execution={execution} rereads={rereads} /> : null}
      {isSealed ? <CorrectionDecision proposal={proposal} rereads={rereads} /> : null}
    </Stack>
  )
}
