import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { useRead } from '../../staff/reading.ts'
import { BeforeAfter } from '../enrolment/before-after.tsx'
import { citizenPath, type ReadCorrection } from '../enrolment/citizen.ts'
import { useMay } from '../rights.ts'
import { Decision } from './decision.tsx'
import type { Proposal } from './proposal.ts'

type Props = { proposal: Proposal; rereads: readonly string[] }

/** A correction is decided after it was read. Each reading is recorded with the name of the person. */
export const CorrectionDecision = ({ proposal, rereads }: Props) => {
  const say = useSay()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may('GET /corrections/{id}')) return null
  if (isOpen) return <OpenedCorrection proposal={proposal} rereads={rereads} />
  return (
    <div>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        {say('Read the correction', 'Lire la correction')}
      </Button>
    </div>
  )
}

const OpenedCorrection = ({ proposal, rereads }: Props) => {
  const say = useSay()
  return (
    <Loaded query={useRead<ReadCorrection>(`/corrections/${encodeURIComponent(proposal.id)}`)}>
      {({ svc_id, before, after, proposal: { reason } }) => (
        <Stack gap="sm">
          <Link to={citizenPath(svc_id)}>
            <code>{svc_id}</code>
          </Link>
          <Facts facts={[[say('Reason', 'Motif'), <bdi key="reason">{reason}</bdi>]]} />
          <BeforeAfter before={before} after={after} />
          <Decision
            proposal={proposal}
            execution={{
              operation: 'POST /citizens/{svc_id}/corrections',
              path: `${citizenPath(svc_id)}/corrections`,
              body: { changes: after },
            }}
            rereads={[...rereads, citizenPath(svc_id)]}
          />
        </Stack>
      )}
    </Loaded>
  )
}
