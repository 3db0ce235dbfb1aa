import { Button } from '@mantine/core'
import type { ServiceName } from '@nani/contract'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Choices } from '../../staff/parts/choices.tsx'
import { LoadedList, Unread } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { useList } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { environmentName, reviewStatus, serviceName } from '../../staff/words.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import { NewName } from './new-name.tsx'
import type { DeskOrganization, ListedApplication } from './organization.ts'

type Restored = { status: 'proposed' | 'restored' }
type Props = { organization: DeskOrganization; path: string }

export const ApplicationsSection = ({ organization, path }: Props) => {
  const say = useSay()
  const { applications, has_more_applications, unread = [] } = organization
  const [showsAll, setShowsAll] = useState(false)
  const list = useList<ListedApplication>(`${path}/applications`, {}, { isEnabled: showsAll })
  const empty = <Empty title={say('No application', 'Aucune application')} />
  return (
    <Section title={say('Applications', 'Applications')}>
      {unread.length > 0 ? (
        <Unread databases={unread} />
      ) : showsAll ? (
        <LoadedList query={list} empty={empty}>
          {(all) => <Applications applications={all} path={path} />}
        </LoadedList>
      ) : applications.length === 0 ? (
        empty
      ) : (
        <Applications applications={applications} path={path} />
      )}
      {has_more_applications && !showsAll ? (
        <div>
          <Button variant="default" onClick={() => setShowsAll(true)}>
            {say('Show more', 'Afficher la suite')}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}

const Applications = ({ applications, path }: { applications: ListedApplication[]; path: string }) =>
  applications.map((application) => (
    <Application key={application.id} application={application} path={path} />
  ))

const Application = ({ application, path }: { application: ListedApplication; path: string }) => {
  const say = useSay()
  const may = useMay()
  const { id, name, environment, production_status, approved_services, suspended_services } = application
  const { proposed_name, proposed_logo_hash } = application
  const isProduction = environment === 'production'
  const own = `/applications/${encodeURIComponent(id)}`
  return (
    <details>
      <summary>
        <bdi>{name}</bdi> · {environmentName(say, environment)}
      </summary>
      <Facts
        facts={[
          ['Id', <code key="id">{id}</code>],
          ...(isProduction
            ? ([
                [say('Status', 'État'), reviewStatus(say, production_status as never)],
                [
                  say('Approved services', 'Services approuvés'),
                  approved_services.map((one) => serviceName(say, one as ServiceName)).join(', '),
                ],
                [
                  say('Suspended services', 'Services suspendus'),
                  suspended_services.map((one) => serviceName(say, one as ServiceName)).join(', '),
                ],
              ] as const)
            : []),
        ]}
      />
      {isProduction && approved_services.length > 0 && may('POST /applications/{application_id}/suspend') ? (
        <Suspension services={approved_services as ServiceName[]} own={own} path={path} />
      ) : null}
      {isProduction && may('POST /applications/{application_id}/restore')
        ? suspended_services.map((service) => (
            <Restoration key={service} service={service as ServiceName} own={own} path={path} />
          ))
        : null}
      {isProduction && (proposed_name !== null || proposed_logo_hash !== null) ? (
        <NewName application={application} own={own} path={path} />
      ) : null}
    </details>
  )
}

const Suspension = ({ services, own, path }: { services: ServiceName[]; own: string; path: string }) => {
  const say = useSay()
  const [chosen, setChosen] = useState<ServiceName[]>([])
  return (
    <ReasonedAct
      about={`suspend ${own}`}
      label={say('Reason of the suspension', 'Motif de la suspension')}
      note={say(
        'It takes effect at once. Without a chosen service, the whole approval ends, and an open review with it.',
        'Elle prend effet tout de suite. Sans service choisi, toute l’approbation prend fin, et un examen ouvert avec elle.',
      )}
      button={
        chosen.length > 0
          ? say('Suspend the chosen services', 'Suspendre les services choisis')
          : say('End the whole approval', 'Mettre fin à toute l’approbation')
      }
      isDangerous
      rereads={[path, '/queue']}
      perform={(reason) =>
        send('POST', `${own}/suspend`, {
          body: { reason, ...(chosen.length > 0 && { services: chosen }) },
        })
      }
    >
      <Choices
        label={say('Services to suspend', 'Services à suspendre')}
        values={services}
        chosen={chosen}
        nameOf={(service) => serviceName(say, service)}
        onChange={setChosen}
      />
    </ReasonedAct>
  )
}

/** The first person proposes. The second person agrees on the page of proposals. */
const Restoration = ({ service, own, path }: { service: ServiceName; own: string; path: string }) => {
  const say = useSay()
  const name = serviceName(say, service)
  return (
    <ReasonedAct
      about={`restore ${own} ${service}`}
      label={say(
        `Reason to give ${name} back. Two people decide`,
        `Motif pour rendre ${name}. Deux personnes décident`,
      )}
      button={say(`Propose to give ${name} back`, `Proposer de rendre ${name}`)}
      rereads={[path, '/proposals', '/queue']}
      perform={(reason) =>
        send<Restored>('POST', `${own}/restore`, { body: { service, reason, proposal_id: null } })
      }
      done={({ status }) =>
        status === 'restored'
          ? say('The service is given back.', 'Le service est rendu.')
          : say('Proposed. Another person decides it.', 'Proposé. Une autre personne en décide.')
      }
    />
  )
}
