import type { ConsoleApplication } from '@nani/contract/console'
import { escapedDirections } from '../../staff/direction-marks.ts'
import { useSay } from '../../staff/language.tsx'
import { useList } from '../../staff/reading.ts'
import { environmentName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { applicationPages, organizationPages } from './pages-of.ts'
import { useMe } from './session.tsx'

/** Every page that the person can go to by name. */
export const usePalettePages = (): { to: string; label: string }[] => {
  const say = useSay()
  const { organizations } = useMe()
  const place = usePlace()
  const organization =
    place.organizationId === ''
      ? `/organizations/${organizations[0]?.organization_id ?? ''}`
      : place.organization
  const isMember = organizations.length > 0
  const { data } = useList<ConsoleApplication>(
    `${organization}/applications`,
    { limit: '100' },
    { isEnabled: isMember },
  )
  const applications = data?.pages.flatMap((page) => page.data) ?? []
  return [
    ...applications.flatMap(({ id, name, environment }) =>
      applicationPages(
        say,
        `${organization}/applications/${encodeURIComponent(id)}`,
        environment === 'sandbox',
      ).map(({ to, label }) => ({
        to,
        label: `${escapedDirections(name)} · ${environmentName(say, environment)} · ${label}`,
      })),
    ),
    ...organizations.flatMap(({ organization_id, name }) =>
      organizationPages(say, `/organizations/${encodeURIComponent(organization_id)}`).map(
        ({ to, label }) => ({
          to,
          label: `${escapedDirections(name)} · ${label}`,
        }),
      ),
    ),
    { to: '/account', label: say('My account', 'Mon compte') },
    { to: '/organizations/new', label: say('Register an organization', 'Inscrire une organisation') },
  ].toSorted((left, right) => left.label.length - right.label.length)
}
