import { Badge } from '@mantine/core'
import { useSay } from '../../staff/language.tsx'
import { LoadedList } from '../../staff/parts/loaded.tsx'
import { Page, Section } from '../../staff/parts/page.tsx'
import { Records } from '../../staff/parts/records.tsx'
import { Time } from '../../staff/parts/time.tsx'
import { useList } from '../../staff/reading.ts'
import { RecoveryForm } from '../reasons/recovery-form.tsx'
import { useMay } from '../rights.ts'
import { operatorRoleName } from '../roles.ts'

type Listed = { id: string; name: string; email: string; roles: string[]; status: string; created_at: string }

/** The operators, and the recovery of a second factor by two others. */
export const OperatorsPage = () => {
  const say = useSay()
  const may = useMay()
  return (
    <Page
      title={say('Operators', 'Opérateurs')}
      about={say(
        'Invitations, roles and the end of an account are commands: nani operators.',
        'Les invitations, les rôles et la fin d’un compte sont des commandes : nani operators.',
      )}
    >
      {may('POST /operators/{id}/second-factor-recovery') ? <Recovery /> : null}
      {may('GET /operators') ? <List /> : null}
    </Page>
  )
}

const Recovery = () => {
  const say = useSay()
  return (
    <RecoveryForm
      title={say('A lost second factor', 'Un second facteur perdu')}
      about={say(
        'Check the identity of the person first. Two operators other than this person remove the factor.',
        'Vérifiez d’abord l’identité de la personne. Deux opérateurs autres qu’elle retirent le facteur.',
      )}
      emailLabel={say('E-mail of the operator', 'E-mail de l’opérateur')}
      realm="operators"
    />
  )
}

const List = () => {
  const say = useSay()
  return (
    <Section title={say('Accounts', 'Comptes')}>
      <LoadedList query={useList<Listed>('/operators')} empty={null}>
        {(data) => (
          <Records
            caption={say('Accounts', 'Comptes')}
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              { label: say('Name', 'Nom'), cell: ({ name }) => <bdi>{name}</bdi> },
              { label: 'E-mail', cell: ({ email }) => <bdi>{email}</bdi> },
              {
                label: say('Roles', 'Rôles'),
                cell: ({ roles }) => roles.map((role) => operatorRoleName(say, role)).join(', '),
              },
              {
                label: say('Status', 'État'),
                cell: ({ status }) => (
                  <Badge color={status === 'disabled' ? 'red' : 'gray'} variant="light">
                    {{
                      active: say('Active', 'Actif'),
                      invited: say('Invited', 'Invité'),
                      disabled: say('Disabled', 'Désactivé'),
                    }[status] ?? status}
                  </Badge>
                ),
              },
              { label: say('Since', 'Depuis'), cell: ({ created_at }) => <Time at={created_at} /> },
            ]}
          />
        )}
      </LoadedList>
    </Section>
  )
}
