import { Alert, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import type { ShownCase } from './case.ts'

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
        <details open={shown.false_report === 'proposed'}>
          <summary>{say('Mark the report as false', 'Marquer le signalement comme faux')}</summary>
          <ReasonedAct
            about={`${shown.id} false`}
            label={say('Why the report is false', 'Pourquoi le signalement est faux')}
            note={say(
              'It counts after a second person does the same.',
              'Cela compte après qu’une seconde personne a fait de même.',
            )}
            button={say('Mark as false', 'Marquer comme faux')}
            isDangerous
            perform={(reason) => send('POST', `${path}/false-report`, { body: { reason } })}
            rereads={rereads}
          />
        </details>
      ) : null}
    </>
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
        {objection.proposal
          ? ` · ${say('proposed', 'proposé')} : ${objection.proposal.decision} (${objection.proposal.by})`
          : ''}
      </Alert>
      <ReasonedAct
        about={`${shown.id} objection decide`}
        label={say('Reason', 'Motif')}
        note={say(
          'Two people who decided nothing about this case before must agree.',
          'Deux personnes qui n’ont rien décidé sur ce dossier doivent être d’accord.',
        )}
        button={say('Decide about the objection', 'Trancher la contestation')}
        perform={(reason) => send('POST', `${path}/objection/decide`, { body: { decision, reason } })}
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
    </>
  )
}
