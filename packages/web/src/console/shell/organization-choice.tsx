import { NativeSelect } from '@mantine/core'
import type { Me } from '@nani/contract/console'
import { useNavigate } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { usePlace } from '../paths.ts'

export const OrganizationChoice = ({ me }: { me: Me }) => {
  const say = useSay()
  const navigate = useNavigate()
  const { organizationId } = usePlace()
  if (me.organizations.length === 0) return null
  return (
    <NativeSelect
      size="xs"
      className="organization-choice"
      aria-label={say('Organization', 'Organisation')}
      value={organizationId}
      data={[
        { value: '', label: say('All organizations', 'Toutes les organisations') },
        ...me.organizations.map(({ organization_id, name }) => ({ value: organization_id, label: name })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ to: value === '' ? '/' : `/organizations/${encodeURIComponent(value)}` })
      }
    />
  )
}
