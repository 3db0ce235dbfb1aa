import { Alert, Badge, Button } from '@mantine/core'
import type { ApplicationUse, ConsoleApplication, Organization } from '@nani/contract/console'
import { Link, useNavigate } from '@tanstack/react-router'
import { isEmpty, useDraft } from '../../staff/draft.ts'
import { useSay } from '../../staff/language.tsx'
import { ChangedMeanwhile } from '../../staff/parts/changed-meanwhile.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { Loaded } from '../../staff/parts/loaded.tsx'
import { Done, ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Facts } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useList, useRead } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { colorOf, organizationStatus } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { useOrganization, useRoles } from '../shell/session.tsx'
import { OrganizationForm } from './organization-form.tsx'

export const OrganizationOverview = () => (
  <Loaded query={useOrganization()}>{(read) => <Overview read={read} key={read.id} />}</Loaded>
)

const Overview = ({ read }: { read: Organization }) => {
  const say = useSay()
  const { may } = useRoles()
  return (
    <Page
      title={read.name}
      about={
        <Badge color={colorOf(read.status)} variant="light">
          {organizationStatus(say, read.status)}
        </Badge>
      }
    >
      {read.status_reason ? (
        <Alert color="red" title={say('Reason', 'Motif')}>
          {read.status_reason}
        </Alert>
      ) : null}
      <NextStep organization={read} />
      <Verification organization={read} />
      {may('PATCH O') ? <Change read={read} /> : null}
      {may('DELETE O') ? <Closing organization={read} /> : null}
    </Page>
  )
}

/** The way to the first production call, one step at a time. */
const NextStep = ({ organization: { status } }: { organization: Organization }) => {
  const say = useSay()
  const { organization } = usePlace()
  const { may } = useRoles()
  const { data } = useList<ConsoleApplication>(`${organization}/applications`, { limit: '100' })
  const applications = data?.pages.flatMap((page) => page.data) ?? []
  const sandbox = applications.find(({ environment }) => environment === 'sandbox')
  const { data: use } = useRead<ApplicationUse>(
    `${organization}/applications/${sandbox?.id ?? ''}/use`,
    {},
    sandbox !== undefined,
  )
  const steps = [
    {
      label: say('Make an application', 'Créer une application'),
      isDone: applications.length > 0,
      to: may('POST O/applications') && `${organization}/applications/new`,
    },
    {
      label: say('Make a call in the sandbox', 'Faire un appel dans le bac à sable'),
      isDone: (use?.data.length ?? 0) > 0,
      to: sandbox && `${organization}/applications/${sandbox.id}/try`,
    },
    {
      label: say('The organization is verified', 'L’organisation est vérifiée'),
      isDone: status === 'verified',
    },
    {
      label: say('The production review is approved', 'La revue de production est approuvée'),
      isDone: applications.some((one) => one.production_status === 'approved'),
      to:
        may('GET A/reviews') &&
        sandbox?.counterpart_id &&
        `${organization}/applications/${sandbox.counterpart_id}/reviews`,
    },
  ]
  return (
    <Section
      title={say('Steps to your first production call', 'Étapes jusqu’au premier appel en production')}
    >
      <ol className="steps">
        {steps.map(({ label, isDone, to }) => (
          <li key={label} data-done={isDone}>
            <span aria-hidden="true">{isDone ? '✓' : '○'}</span>{' '}
            {to && !isDone ? <Link to={to}>{label}</Link> : label}
            {isDone ? <span className="hidden"> ({say('done', 'fait')})</span> : null}
          </li>
        ))}
      </ol>
      {data && applications.length === 0 && may('POST O/applications') ? (
        <div>
          <Button component={Link} to={`${organization}/applications/new`}>
            {say('Make an application', 'Créer une application')}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}

const Verification = ({
  organization: { id, rccm, comparison, created_at },
}: {
  organization: Organization
}) => {
  const say = useSay()
  const results = {
    match: say('The name agrees', 'Le nom concorde'),
    partial_match: say('The name agrees in part', 'Le nom concorde en partie'),
    no_match: say('The name differs', 'Le nom diffère'),
    not_found: say('The number is not in the register', 'Le numéro n’est pas au registre'),
    not_active: say('The business is not active', 'L’entreprise n’est pas active'),
  }
  return (
    <Section title={say('Verification', 'Vérification')}>
      <Facts
        facts={[
          [say('Identifier', 'Identifiant'), <code key="id">{id}</code>],
          ['RCCM', rccm],
          [say('Registered', 'Inscrite'), <Time key="at" at={created_at} />],
          [
            say('Comparison with the register', 'Comparaison avec le registre'),
            comparison && results[comparison.result],
          ],
          [say('Name in the register', 'Nom au registre'), comparison?.legal_name],
        ]}
      />
    </Section>
  )
}

const valuesOf = ({ name, rccm }: Organization) => ({ name, rccm: rccm ?? '' })

const Change = ({ read }: { read: Organization }) => {
  const say = useSay()
  const { organization } = usePlace()
  const { draft, edit, theirs, attempt, accept } = useDraft(read, valuesOf)
  const change = useChange(
    () =>
      attempt(({ all, changed }, version) =>
        send<Organization>('PATCH', organization, { body: isEmpty(changed) ? all : changed, version }),
      ),
    { rereads: ['/me', organization] },
  )
  return (
    <Section
      title={say('Change', 'Modifier')}
      about={say(
        'After a change, the organization is verified again.',
        'Après une modification, l’organisation est vérifiée à nouveau.',
      )}
    >
      <OrganizationForm
        values={draft}
        onEdit={edit}
        submitLabel={say('Save', 'Enregistrer')}
        isBusy={change.isPending}
        onSubmit={() => change.mutate(undefined)}
      >
        <ChangedMeanwhile
          theirs={theirs}
          fields={[
            ['name', say('Name', 'Nom')],
            ['rccm', 'RCCM'],
          ]}
          onAccept={accept}
        />
        <ErrorNotice error={change.error} />
        {change.data ? <Done>{say('Saved.', 'Enregistré.')}</Done> : null}
      </OrganizationForm>
    </Section>
  )
}

const Closing = ({ organization: { name } }: { organization: Organization }) => {
  const say = useSay()
  const navigate = useNavigate()
  const { organization } = usePlace()
  const close = useChange(() => send('DELETE', organization), {
    rereads: ['/me'],
    onDone: () => navigate({ to: '/' }),
  })
  return (
    <Section title={say('Close the organization', 'Fermer l’organisation')}>
      <div>
        <Confirmed
          label={say('Close the organization', 'Fermer l’organisation')}
          title={say('Close the organization', 'Fermer l’organisation')}
          preview={say(
            'Every key of every application stops at once, and all members lose access. This cannot be undone.',
            'Toutes les clés de toutes les applications cessent aussitôt, et tous les membres perdent l’accès. C’est définitif.',
          )}
          word={name}
          perform={() => close.mutateAsync(undefined)}
        />
      </div>
    </Section>
  )
}
