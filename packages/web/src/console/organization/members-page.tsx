import { Badge, Group } from '@mantine/core'
import type { Invitation, Member } from '@nani/contract/console'
import { useNavigate } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { Confirmed } from '../../staff/parts/confirmed.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useChange, useList } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { colorOf } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { roleName } from '../role-words.ts'
import { useMe, useRoles } from '../shell/session.tsx'
import { InviteForm } from './invite-form.tsx'
import { MemberAccess } from './member-access.tsx'
import { RolesForm } from './roles-form.tsx'

export const MembersPage = () => {
  const say = useSay()
  const { may } = useRoles()
  const mayChange = may('POST O/invitations')
  return (
    <Page title={say('Members', 'Membres')} actions={mayChange ? <InviteForm /> : null}>
      <Members mayChange={mayChange} />
      {mayChange ? <Invitations /> : null}
    </Page>
  )
}

const Members = ({ mayChange }: { mayChange: boolean }) => {
  const say = useSay()
  const { organization } = usePlace()
  const query = useList<Member>(`${organization}/members`)
  return (
    <LoadedList query={query} empty={<Empty title={say('No member', 'Aucun membre')} />}>
      {(members) => (
        <Records
          caption={say('Members', 'Membres')}
          rows={members}
          keyOf={({ id }) => id}
          columns={[
            { label: say('Name', 'Nom'), cell: ({ name }) => <bdi>{name}</bdi> },
            { label: 'E-mail', cell: ({ email }) => <bdi>{email}</bdi> },
            {
              label: say('Roles', 'Rôles'),
              cell: ({ roles }) => roles.map((role) => roleName(say, role)).join(', '),
            },
            {
              label: say('Second factor', 'Second facteur'),
              cell: ({ has_second_factor: has }) => (has ? say('Yes', 'Oui') : say('No', 'Non')),
            },
            { label: say('Since', 'Depuis'), cell: ({ joined_at }) => <Time at={joined_at} /> },
            {
              label: say('Action', 'Action'),
              cell: (member) => <MemberActions member={member} mayChange={mayChange} />,
            },
          ]}
        />
      )}
    </LoadedList>
  )
}

/** Every member may leave. Owners and Administrators change the others. */
const MemberActions = ({ member, mayChange }: { member: Member; mayChange: boolean }) => {
  const say = useSay()
  const navigate = useNavigate()
  const isOwn = useMe().id === member.id
  const { organization } = usePlace()
  const remove = useChange(() => send('DELETE', `${organization}/members/${member.id}`), {
    rereads: isOwn ? ['/me'] : [`${organization}/members`],
    onDone: () => (isOwn ? navigate({ to: '/' }) : undefined),
  })
  if (!mayChange && !isOwn) return '–'
  return (
    <Group gap="xs">
      {mayChange ? <RolesForm member={member} /> : null}
      {isOwn ? null : <MemberAccess member={member} />}
      <Confirmed
        label={isOwn ? say('Leave', 'Quitter') : say('Remove', 'Retirer')}
        title={
          isOwn
            ? say('Leave the organization', 'Quitter l’organisation')
            : say('Remove a member', 'Retirer un membre')
        }
        preview={
          isOwn ? (
            say(
              'You lose access to this organization at once. Only a new invitation brings you back.',
              'Vous perdez aussitôt l’accès à cette organisation. Seule une nouvelle invitation vous ramène.',
            )
          ) : (
            <>
              <bdi>{member.name}</bdi>{' '}
              {say(
                'loses access to this organization at once.',
                'perd aussitôt l’accès à cette organisation.',
              )}
            </>
          )
        }
        perform={() => remove.mutateAsync(undefined)}
      />
    </Group>
  )
}

const Invitations = () => {
  const say = useSay()
  const { organization } = usePlace()
  const query = useList<Invitation>(`${organization}/invitations`)
  const revoke = useChange((id: string) => send('DELETE', `${organization}/invitations/${id}`), {
    rereads: [`${organization}/invitations`],
  })
  const names: Record<Invitation['status'], string> = {
    pending: say('Open', 'Ouverte'),
    accepted: say('Accepted', 'Acceptée'),
    revoked: say('Withdrawn', 'Retirée'),
    expired: say('Expired', 'Expirée'),
  }
  return (
    <Section title={say('Invitations', 'Invitations')}>
      <LoadedList
        query={query}
        empty={
          <Empty
            title={say('No invitation', 'Aucune invitation')}
            next={say(
              'Invite the people who work with you.',
              'Invitez les personnes qui travaillent avec vous.',
            )}
          />
        }
      >
        {(invitations) => (
          <Records
            caption={say('Invitations', 'Invitations')}
            rows={invitations}
            keyOf={({ id }) => id}
            columns={[
              { label: 'E-mail', cell: ({ email }) => <bdi>{email}</bdi> },
              {
                label: say('Roles', 'Rôles'),
                cell: ({ roles }) => roles.map((role) => roleName(say, role)).join(', '),
              },
              {
                label: say('Status', 'État'),
                cell: ({ status }) => (
                  <Badge color={colorOf(status)} variant="light">
                    {names[status]}
                  </Badge>
                ),
              },
              {
                label: say('Valid until', 'Valable jusqu’au'),
                cell: ({ expires_at }) => <Time at={expires_at} />,
              },
              {
                label: say('Action', 'Action'),
                cell: ({ id, status, email }) =>
                  status === 'pending' ? (
                    <Confirmed
                      label={say('Withdraw', 'Retirer')}
                      title={say('Withdraw the invitation', 'Retirer l’invitation')}
                      preview={
                        <>
                          {say(
                            'The link that we sent no longer works:',
                            'Le lien envoyé ne fonctionnera plus :',
                          )}{' '}
                          <bdi>{email}</bdi>
                        </>
                      }
                      perform={() => revoke.mutateAsync(id)}
                    />
                  ) : (
                    '–'
                  ),
              },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}
