import { Alert, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import { isOpenCase, type ShownCase } from './case.ts'
import { priorityName } from './case-words.ts'
import { DecideProposal, ProposeDecision } from './decision-forms.tsx'
import { ObjectionForms } from './objection-forms.tsx'

type Props = { shown: ShownCase; path: string }
const rereads = ['/cases', '/queue']

/** The acts that the status and the roles permit. The auditor sees none. */
export const CaseActs = ({ shown, path }: Props) => {
  const say = useSay()
  const may = useMay()
  if (shown.erased || !may('POST /cases/{fraud_case}/note')) return null
  return (
    <Section title={say('Decide', 'Décider')}>
      {isOpenCase(shown) ? <Steps shown={shown} path={path} /> : null}
      {shown.proposal ? <DecideProposal shown={shown} path={path} /> : null}
      {shown.status === 'under_review' && !shown.proposal ? (
        <ProposeDecision shown={shown} path={path} />
      ) : null}
      <ObjectionForms shown={shown} path={path} />
      <MoreActs shown={shown} path={path} />
    </Section>
  )
}

const Steps = ({ shown, path }: Props) => {
  const say = useSay()
  const act = useChange((name: string) => send('POST', `${path}/${name}`), { rereads })
  const [to, setTo] = useState(shown.assignee ?? '')
  const assign = useChange(() => send('POST', `${path}/assign`, { body: { to } }), { rereads })
  const setPriority = useChange(
    (priority: number) => send('POST', `${path}/priority`, { body: { priority } }),
    { rereads },
  )
  return (
    <>
      <Group align="flex-end" gap="sm">
        {shown.status === 'received' ? (
          <Button onClick={() => act.mutate('start')} loading={act.isPending}>
            {say('Start the review', 'Commencer l’examen')}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => act.mutate('claim')} loading={act.isPending}>
          {say('Take the case', 'Prendre le dossier')}
        </Button>
        <TextInput
          label={say('Assign to', 'Attribuer à')}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          maxLength={200}
          autoComplete="off"
        />
        <Button
          variant="default"
          disabled={to.trim() === ''}
          onClick={() => assign.mutate(undefined)}
          loading={assign.isPending}
        >
          {say('Assign', 'Attribuer')}
        </Button>
        <NativeSelect
          label={say('Priority', 'Priorité')}
          value={String(shown.priority)}
          data={[0, 1, 2, 3].map((one) => ({ value: String(one), label: priorityName(say, one) }))}
          onChange={(event) => setPriority.mutate(Number(event.currentTarget.value))}
        />
      </Group>
      <ErrorNotice error={act.error ?? assign.error ?? setPriority.error} />
    </>
  )
}

const MoreActs = ({ shown, path }: Props) => {
  const say = useSay()
  const may = useMay()
  const [into, setInto] = useState('')
  const duplicates = shown.possible_duplicates.join(', ')
  const waits =
    shown.proposal !== null || shown.false_report === 'proposed' || shown.objection?.proposal
      ? say(
          'What waits for a second person about this case stays. That person reads it first.',
          'Ce qui attend une seconde personne sur ce dossier reste. Cette personne le lit d’abord.',
        )
      : null
  return (
    <div className="more-acts">
      <details>
        <summary>{say('Add a note', 'Ajouter une note')}</summary>
        <ReasonedAct
          about={`${shown.id} note`}
          label={say('Note', 'Note')}
          note={waits}
          button={say('Add the note', 'Ajouter la note')}
          perform={(text) => send('POST', `${path}/note`, { body: { text } })}
          rereads={rereads}
        />
      </details>
      <details>
        <summary>{say('Record a contact with the reporter', 'Noter un contact avec le déclarant')}</summary>
        <ReasonedAct
          about={`${shown.id} contact`}
          label={say('What was said', 'Ce qui a été dit')}
          note={waits}
          button={say('Record the contact', 'Noter le contact')}
          perform={(text) => send('POST', `${path}/contact`, { body: { text } })}
          rereads={rereads}
        />
      </details>
      {isOpenCase(shown) ? (
        <details>
          <summary>{say('Merge into another case', 'Fusionner avec un autre dossier')}</summary>
          {duplicates ? (
            <Alert
              color="blue"
              mb="sm"
            >{`${say('Possible duplicates', 'Doublons possibles')} : ${duplicates}`}</Alert>
          ) : null}
          <ReasonedAct
            about={`${shown.id} merge`}
            label={say('Why it is a duplicate', 'Pourquoi c’est un doublon')}
            note={say(
              'This case is dismissed as a duplicate. The reporter receives an event.',
              'Ce dossier est classé comme doublon. Le déclarant reçoit un événement.',
            )}
            button={say('Merge', 'Fusionner')}
            isDangerous
            perform={(reason) => send('POST', `${path}/merge`, { body: { into: into.trim(), reason } })}
            rereads={rereads}
          >
            <TextInput
              label={say('Number of the other case', 'Numéro de l’autre dossier')}
              value={into}
              onChange={(event) => setInto(event.currentTarget.value)}
              maxLength={64}
              required
            />
          </ReasonedAct>
        </details>
      ) : null}
      {!isOpenCase(shown) && may('POST /cases/{fraud_case}/reopen') ? (
        <details>
          <summary>{say('Reopen the case', 'Rouvrir le dossier')}</summary>
          <ReasonedAct
            about={`${shown.id} reopen`}
            label={say('Why the case is reopened', 'Pourquoi le dossier est rouvert')}
            button={say('Reopen', 'Rouvrir')}
            isDangerous
            perform={(reason) => send('POST', `${path}/reopen`, { body: { reason } })}
            rereads={rereads}
          />
        </details>
      ) : null}
    </div>
  )
}
