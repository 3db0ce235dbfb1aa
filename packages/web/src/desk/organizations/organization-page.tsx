import { Alert, Badge } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type Say, useSay } from '../../staff/language.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Facts, Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useRead } from '../../staff/reading.ts'
import { colorOf, organizationStatus } from '../../staff/words.ts'
import { ProposalShown } from '../proposals/proposal-shown.tsx'
import { ApplicationsSection } from './applications-section.tsx'
import type { DeskOrganization } from './organization.ts'
import { OrganizationActs } from './organization-acts.tsx'

/** An organization: its facts left, the register right, the acts below. */
export const OrganizationPage = () => {
  const { organizationId = '' } = useParams({ strict: false }) as { organizationId?: string }
  const path = `/organizations/${encodeURIComponent(organizationId)}`
  return (
    <Loaded query={useRead<DeskOrganization>(path)}>
      {(organization) => <Shown organization={organization} path={path} key={organization.id} />}
    </Loaded>
  )
}

const Shown = ({ organization, path }: { organization: DeskOrganization; path: string }) => {
  const say = useSay()
  const { name, rccm, status, status_reason, created_at, members, proposals } = organization
  return (
    <Page
      title={name}
      about={
        <Badge color={colorOf(status)} variant="light">
          {organizationStatus(say, status)}
        </Badge>
      }
    >
      <div className="decision">
        <Section title={say('What it declares', 'Ce qu’elle déclare')}>
          <Facts
            facts={[
              [say('Name', 'Nom'), <bdi key="name">{name}</bdi>],
              ['RCCM', <bdi key="rccm">{rccm}</bdi>],
              [say('Since', 'Depuis'), <Time key="since" at={created_at} />],
              [say('Members', 'Membres'), members],
              [say('Reason of its status', 'Motif de son état'), <bdi key="reason">{status_reason}</bdi>],
            ]}
          />
        </Section>
        <Register organization={organization} />
      </div>
      {proposals.map((proposal) => (
        <Section key={proposal.id} title={say('Waits for a second person', 'Attend une seconde personne')}>
          <ProposalShown proposal={proposal} rereads={[path, '/queue', '/proposals']} />
        </Section>
      ))}
      <OrganizationActs organization={organization} path={path} />
      <ApplicationsSection organization={organization} path={path} />
    </Page>
  )
}

const differenceNote = (say: Say, { business, differences }: DeskOrganization): string => {
  if (differences.some(({ field, register }) => field === 'register' && register === 'no_answer'))
    return say(
      'The register did not answer. Open this page again later.',
      'Le registre n’a pas répondu. Rouvrez cette page plus tard.',
    )
  return business === null
    ? say('The register shows no such business.', 'Le registre ne montre pas cette entreprise.')
    : say('Judge each of them.', 'Jugez chacune d’elles.')
}

const Register = ({ organization }: { organization: DeskOrganization }) => {
  const say = useSay()
  const { business, differences } = organization
  return (
    <Section title={say('The register', 'Le registre')}>
      {differences.length === 0 ? (
        <Alert color="green">{say('No difference', 'Aucune différence')}</Alert>
      ) : (
        <>
          <Alert color="orange" title={say('Differences', 'Différences')}>
            {differenceNote(say, organization)}
          </Alert>
          <Records
            caption={say('Differences', 'Différences')}
            rows={differences}
            keyOf={({ field }) => field}
            columns={[
              { label: say('Field', 'Champ'), cell: ({ field }) => <code>{field}</code> },
              {
                label: say('Organization', 'Organisation'),
                cell: ({ organization }) => <bdi>{organization ?? '–'}</bdi>,
              },
              { label: say('Register', 'Registre'), cell: ({ register }) => <bdi>{register ?? '–'}</bdi> },
            ]}
          />
        </>
      )}
      {business ? (
        <Facts
          facts={[
            [say('Legal name', 'Raison sociale'), <bdi key="name">{business.legal_name}</bdi>],
            [say('Trade name', 'Nom commercial'), <bdi key="trade">{business.trade_name}</bdi>],
            [say('Legal form', 'Forme juridique'), business.legal_form],
            [say('Status', 'État'), business.status],
            ['RCCM', business.identifiers.rccm],
            ['Id. nat.', business.identifiers.id_nat],
            ['NIF', business.identifiers.nif],
            [say('Registered on', 'Immatriculée le'), business.registered_on],
            ...business.officers.map(
              ({ full_name, role, since }) =>
                [`${role}, ${since}`, <bdi key={full_name}>{full_name}</bdi>] as const,
            ),
          ]}
        />
      ) : null}
    </Section>
  )
}
