import { Button, Menu } from '@mantine/core'
import type { Me } from '@nani/contract/console'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLanguage, useSay } from '../language.tsx'
import { SchemeButton } from '../parts/scheme-button.tsx'
import { send } from '../send.ts'

type Props = {
  me: Me
  /** Forgets what these pages keep of the person. */
  onSignedOut?: () => void
}

export const AccountMenu = ({ me, onSignedOut }: Props) => {
  const say = useSay()
  const { language, choose } = useLanguage()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const signOut = async () => {
    await send('DELETE', '/session', { isQuiet: true }).catch(() => null)
    queries.clear()
    onSignedOut?.()
    await navigate({ to: '/sign-in' })
  }
  return (
    <>
      <SchemeButton />
      <Menu position="bottom-end" transitionProps={{ duration: 0 }} withinPortal={false}>
        <Menu.Target>
          <Button size="xs" variant="default" className="account" title={me.email}>
            <span className="account-name">{me.name}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to="/account">
            {say('My account', 'Mon compte')}
          </Menu.Item>
          <Menu.Item
            lang={language === 'fr' ? 'en' : 'fr'}
            onClick={() => choose(language === 'fr' ? 'en' : 'fr')}
          >
            {language === 'fr' ? 'English' : 'Français'}
          </Menu.Item>
          <Menu.Item onClick={() => void signOut()}>{say('Sign out', 'Se déconnecter')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
