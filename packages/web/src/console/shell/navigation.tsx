import { NativeSelect } from '@mantine/core'
import type { ConsoleApplication } from '@nani/contract/console'
import { Link, useNavigate } from '@tanstack/react-router'
import { escapedDirections } from '../../staff/direction-marks.ts'
import { useSay } from '../../staff/language.tsx'
import { useList } from '../../staff/reading.ts'
import { environmentName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { applicationPages, type Entry, organizationPages } from './pages-of.ts'
import { useApplication, useRoles } from './session.tsx'

/** The pages of the organization, and of the application that is open. */
export const Navigation = ({ isOpen }: { isOpen: boolean }) => {
  const say = useSay()
  const { organization, applicationId } = usePlace()
  return (
    <nav id="navigation" className="navigation" data-open={isOpen} aria-label={say('Pages', 'Pages')}>
      <Links entries={organizationPages(say, organization)} />
      <ApplicationChoice />
      {applicationId === '' ? null : <ApplicationLinks />}
    </nav>
  )
}

const Links = ({ entries }: { entries: readonly Entry[] }) => {
  const { may } = useRoles()
  const shown = entries.filter(({ needs }) => needs === undefined || may(needs))
  return (
    <ul>
      {shown.map(({ to, label, isExact = false }) => (
        <li key={to}>
          <Link to={to} activeOptions={{ exact: isExact, includeSearch: false }}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const ApplicationLinks = () => {
  const say = useSay()
  const { application } = usePlace()
  const { data } = useApplication()
  return data ? <Links entries={applicationPages(say, application, data.environment === 'sandbox')} /> : null
}

const ApplicationChoice = () => {
  const say = useSay()
  const navigate = useNavigate()
  const { organization, applicationId } = usePlace()
  const { data } = useList<ConsoleApplication>(`${organization}/applications`, { limit: '100' })
  const applications = data?.pages.flatMap((page) => page.data) ?? []
  if (applications.length === 0) return null
  return (
    <NativeSelect
      size="xs"
      label={say('Application', 'Application')}
      value={applicationId}
      data={[
        { value: '', label: say('None', 'Aucune') },
        ...applications.map(({ id, name, environment }) => ({
          value: id,
          label: `${escapedDirections(name)} · ${environmentName(say, environment)}`,
        })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        void navigate({
          to:
            value === ''
              ? `${organization}/applications`
              : `${organization}/applications/${encodeURIComponent(value)}`,
        })
      }
    />
  )
}
