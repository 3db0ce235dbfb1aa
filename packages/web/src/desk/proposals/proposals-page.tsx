import { Link } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { useList } from '../../staff/reading.ts'
import { type Proposal, pageOfProposal } from './proposal.ts'
import { ProposalShown } from './proposal-shown.tsx'
import { actName } from './proposal-words.ts'

const rereads = ['/proposals', '/queue', '/organizations', '/operators', '/reviews']

/** Acts that wait for a second person, the oldest first. */
export const ProposalsPage = () => {
  const say = useSay()
  return (
    <Page
      title={say('For a second person', 'Pour une seconde personne')}
      about={say(
        'A proposal ends after 24 hours, and when its organization, review or citizen changes. Cases and money have their proposals on their own pages: a change does not end those.',
        'Une proposition expire après 24 heures, et quand son organisation, son examen ou son citoyen change. Les dossiers et l’argent ont leurs propositions sur leurs propres pages : un changement ne les termine pas.',
      )}
    >
      <LoadedList
        query={useList<Proposal>('/proposals')}
        empty={
          <Empty title={say('Nothing waits for a second person', 'Rien n’attend une seconde personne')} />
        }
      >
        {(data) =>
          data.map((proposal) => (
            <Section key={proposal.id} title={actName(say, proposal)} about={<Subject proposal={proposal} />}>
              <ProposalShown proposal={proposal} rereads={rereads} />
            </Section>
          ))
        }
      </LoadedList>
    </Page>
  )
}

const Subject = ({ proposal }: { proposal: Proposal }) => {
  const to = pageOfProposal(proposal)
  const id = <code className="breakable">{proposal.subject}</code>
  return to ? <Link to={to}>{id}</Link> : id
}
