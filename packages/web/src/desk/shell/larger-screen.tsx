import { Button, Group } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Page } from '../../staff/parts/page.tsx'

/** Wider screens show every page. */
const narrowest = '(min-width: 40rem)'

/** The queue, the approvals of a second person and the own account work on a phone. */
const worksOnPhones = (path: string): boolean =>
  ['/', '/proposals', '/account', '/billing'].includes(path) || /^\/(?:reviews|cases)\/[^/]+$/.test(path)

/** On a phone, a page that needs a larger screen says so. */
export const LargerScreen = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation()
  const isWide = useMediaQuery(narrowest, undefined, { getInitialValueInEffect: false }) ?? true
  const [opened, setOpened] = useState<string | null>(null)
  if (isWide || worksOnPhones(pathname) || opened === pathname) return children
  return <Notice onOpen={() => setOpened(pathname)} />
}

const Notice = ({ onOpen }: { onOpen: () => void }) => {
  const say = useSay()
  return (
    <Page title={say('This page needs a larger screen', 'Cette page demande un plus grand écran')}>
      <p>
        {say(
          'On a phone you can work on the queue and decide what waits for a second person.',
          'Sur un téléphone, vous pouvez suivre la file et décider ce qui attend une seconde personne.',
        )}
      </p>
      <Group gap="sm">
        <Link to="/">{say('Queue', 'File d’attente')}</Link>
        <Link to="/proposals">{say('Second person', 'Seconde personne')}</Link>
      </Group>
      <div>
        <Button variant="default" onClick={onOpen}>
          {say('Open it anyway', 'L’ouvrir quand même')}
        </Button>
      </div>
    </Page>
  )
}
