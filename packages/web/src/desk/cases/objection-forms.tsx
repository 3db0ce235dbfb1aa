import { Alert, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import { useMe } from '../shell/session.ts'
import type { ShownCase } from './case.ts'

/** Each act names the proposal that the person read, or null. If another one waits by now, or none, the server refuses. */
type Props = { shown: ShownCase; path: string }
const rereads = ['/cases', '/queue']
const accusing = ['confirmed', 'escalated_to_authorities']

/** A person says that a decided case is wrong, or the report was false. Two people decide about either. */
export const ObjectionForms = ({ shown, path }: Props) => {
  const say = useSay()
  const may = useMay()
  return (
    <>
      {shown.objection && may('POST /cases/{fraud_case}/objection/decide') ? (
        <DecideObjection shown={shown} path={path} />
      ) : null}
      {!shown.objection && accusing.includes(shown.status) ? (
        <details>
          <summary>{say('Record an objection', 'Noter une contestation')}</summary>
          <ReasonedAct
            about={`${shown.id} objection`}
            label={say('What the person says', 'Ce que dit la personne')}
            button={say('Record the objection', 'Noter la contestation')}
            perform={(reason) => send('POST', `${path}/objection`, { body: { reason } })}
            rereads={rereads}
          />
        </details>
      ) : null}
      {shown.status === 'dismissed' && shown.false_report !== 'yes' ? (
        <FalseReport shown={shown} path={path} />
      ) : null}
    </>
  )
}

type FirstAct = 'decide_objection' | 'false_report'
const lastEntry = ({ timeline }: ShownCase, act: FirstAct) => timeline.findLast((entry) => entry.act === act)

/** What the first person said, for the second one. */
const FirstWord = ({ shown, act, isOpen }: { shown: ShownCase; act: FirstAct; isOpen: boolean }) => {
  const say = useSay()
  const decision = act === 'decide_objection' ? shown.objection?.proposal?.decision : undefined
  const title =
    decision === undefined
      ? say('It waits for another person', 'Elle attend une autre personne')
      : `${say('Proposed', 'Proposé')} : ${decision === 'accept' ? say('Accept', 'Accepter') : say('Reject', 'Rejeter')}`
  const entry = lastEntry(shown, act)
  if (!isOpen || !entry) return null
  return (
    <Alert color="blue" title={title}>
      <bdi>{entry.actor}</bdi> : <bdi>{entry.text ?? '–'}</bdi>
    </Alert>
  )
}

type Declined = { by: string | undefined; path: string; proposalId: string | null }

/** The second person declines. The first person takes it back. */
const Decline = ({ by, path, proposalId }: Declined) => {
  const say = useSay()
  const isOwn = useMe().name === by
  return (
    <ReasonedAct
      about={`decline ${proposalId ?? path}`}
      label={
        isOwn ? say('Reason to take it back', 'Motif du retrait') : say('Reason to decline', 'Motif du refus')
      }
      button={isOwn ? say('Take back', 'Retirer') : say('Decline', 'Décliner')}
      isDangerous
      perform={(reason) => send('POST', path, { body: { reason, proposal_id: proposalId } })}
      rereads={rereads}
    />
  )
}

const FalseReport = ({ shown, path }: Props) => {
  const say = useSay()
  const isWaiting = shown.false_report === 'proposed'
  const by = isWaiting ? lastEntry(shown, 'false_report')?.actor : undefined
  const isOwn = useMe().name === by
  const proposalId = shown.false_report_proposal_id
  return (
    <details open={isWaiting}>
      <summary>{say('Mark the report as false', 'Marquer le signalement comme faux')}</summary>
      <FirstWord shown={shown} act="false_report" isOpen={isWaiting} />
      {isOwn ? null : (
        <ReasonedAct
          about={`${shown.id} false`}
          label={say('Why the report is false', 'Pourquoi le signalement est faux')}
          note={say(
            'It counts after a second person does the same.',
            'Cela compte après qu’une seconde personne a fait de même.',
          )}
          button={say('Mark as false', 'Marquer comme faux')}
          isDangerous
          perform={(reason) =>
            send('POST', `${path}/false-report`, { body: { reason, proposal_id: proposalId } })
          }
          rereads={rereads}
        />
      )}
      {isWaiting ? <Decline by={by} path={`${path}/false-report/decline`} proposalId={proposalId} /> : null}
    </details>
  )
}

const DecideObjection = ({ shown, path }: Props) => {
  const say = useSay()
  const [decision, setDecision] = useState('accept')
  const { objection } = shown
  if (!objection) return null
  return (
    <>
      <Alert color="yellow" title={say('Objection', 'Contestation')}>
        <bdi>{objection.by}</bdi>
      </Alert>
      <FirstWord shown={shown} act="decide_objection" isOpen={objection.proposal !== null} />
      <ReasonedAct
        about={`${shown.id} objection decide`}
        label={say('Reason', 'Motif')}
        note={say(
          'Two people who decided nothing about this case before must agree.',
          'Deux personnes qui n’ont rien décidé sur ce dossier doivent être d’accord.',
        )}
        button={say('Decide about the objection', 'Trancher la contestation')}
        perform={(reason) =>
          send('POST', `${path}/objection/decide`, {
            body: { decision, reason, proposal_id: shown.objection_proposal_id },
          })
        }
        rereads={rereads}
      >
        <NativeSelect
          label={say('Decision', 'Décision')}
          value={decision}
          data={[
            { value: 'accept', label: say('Accept', 'Accepter') },
            { value: 'reject', label: say('Reject', 'Rejeter') },
          ]}
          onChange={(event) => setDecision(event.currentTarget.value)}
        />
      </ReasonedAct>
      {objection.proposal ? (
        <Decline
          by={objection.proposal.by}
          path={`${path}/objection/decline`}
          proposalId={shown.objection_proposal_id}
        />
      ) : null}
    </>
  )
}
