import { useSay } from '../../staff/language.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { send } from '../../staff/send.ts'
import { ReasonedAct } from '../reasons/reasoned-act.tsx'
import { useMay } from '../rights.ts'
import type { ListedApplication } from './organization.ts'

type Props = { application: ListedApplication; own: string; path: string }

/** The server draws every logo with this many pixels. */
const logoSide = 64

/** A new name or logo that waits. The server refuses the decision where another one waits meanwhile. */
export const NewName = ({ application, own, path }: Props) => {
  const say = useSay()
  const may = useMay()
  const { proposed_name, proposed_logo_hash } = application
  const decide = (accept: boolean) => (reason: string) =>
    send('POST', `${own}/name`, {
      body: { accept, proposed_name, proposed_logo_hash, ...(reason !== '' && { reason }) },
    })
  const rereads = [path, '/queue']
  return (
    <>
      <Facts
        facts={[
          [say('New name', 'Nouveau nom'), proposed_name && <bdi key="name">{proposed_name}</bdi>],
          [
            say('New logo', 'Nouveau logo'),
            proposed_logo_hash && (
              <img
                key="logo"
                className="logo"
                src={`/api${own}/proposed-logo?hash=${proposed_logo_hash}`}
                alt={say('The logo that is proposed', 'Le logo proposé')}
                width={logoSide}
                height={logoSide}
              />
            ),
          ],
          ['SHA-256', proposed_logo_hash && <code key="hash">{proposed_logo_hash}</code>],
        ]}
      />
      {may('POST /applications/{application_id}/name') ? (
        <div className="decision">
          <ReasonedAct
            about={`accept the name of ${own}`}
            label={null}
            button={say('Accept the new name or logo', 'Accepter le nouveau nom ou logo')}
            rereads={rereads}
            perform={decide(true)}
          />
          <ReasonedAct
            about={`refuse the name of ${own}`}
            label={say('Reason to refuse the new name or logo', 'Motif du refus du nouveau nom ou logo')}
            button={say('Refuse the new name or logo', 'Refuser le nouveau nom ou logo')}
            isDangerous
            rereads={rereads}
            perform={decide(false)}
          />
        </div>
      ) : null}
    </>
  )
}
