import { Badge, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { Empty } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { colorOf, organizationStatus } from '../../staff/words.ts'
import { roleName } from '../role-words.ts'
import { useMe } from '../shell/session.tsx'

/** The organizations of the person. The first steps are shown while there is none. */
export const OrganizationsPage = () => {
  const say = useSay()
  const { organizations, second_factor: factor } = useMe()
  const hasFactor = factor.totp || factor.passkeys.length > 0
  const isDeveloperOnly =
    organizations.length > 0 &&
    organizations.every(({ roles }) => roles.every((role) => role === 'developer'))
  const register = (
    <Button component={Link} to="/organizations/new">
      {say('Register an organization', 'Inscrire une organisation')}
    </Button>
  )
  return (
    <Page
      title={say('Your organizations', 'Vos organisations')}
      actions={organizations.length > 0 ? register : null}
    >
      {hasFactor || isDeveloperOnly ? null : (
        <Empty
          title={say('First add a second factor', 'Ajoutez d’abord un second facteur')}
          next={say(
            'Every role except Developer acts only with a second factor.',
            'Tous les rôles, sauf développeur, agissent seulement avec un second facteur.',
          )}
          action={
            <Button component={Link} to="/account" variant={organizations.length > 0 ? 'default' : 'filled'}>
              {say('Open my account', 'Ouvrir mon compte')}
            </Button>
          }
        />
      )}
      {organizations.length === 0 ? (
        <Empty
          title={say('You are in no organization', 'Vous n’êtes dans aucune organisation')}
          next={say(
            'Register yours, or ask an Owner to invite your address.',
            'Inscrivez la vôtre, ou demandez à un propriétaire d’inviter votre adresse.',
          )}
          action={register}
        />
      ) : (
        <Records
          caption={say('Your organizations', 'Vos organisations')}
          rows={organizations}
          keyOf={({ organization_id }) => organization_id}
          columns={[
            {
              label: say('Name', 'Nom'),
              cell: ({ organization_id, name }) => (
                <Link to={`/organizations/${encodeURIComponent(organization_id)}`}>
                  <bdi>{name}</bdi>
                </Link>
              ),
            },
            {
              label: say('Status', 'État'),
              cell: ({ status }) => (
                <Badge color={colorOf(status)} variant="light">
                  {organizationStatus(say, status)}
                </Badge>
              ),
            },
            {
              label: say('Your roles', 'Vos rôles'),
              cell: ({ roles }) => roles.map((role) => roleName(say, role)).join(', '),
            },
          ]}
        />
      )}
    </Page>
  )
}
