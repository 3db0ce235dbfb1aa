import { Link } from '@tanstack/react-router'
import { useSay } from '../../staff/language.tsx'
import { Page } from '../../staff/parts/page.tsx'

export const NotFoundPage = () => {
  const say = useSay()
  return (
    <Page title={say('There is no such page', 'Cette page n’existe pas')}>
      <p>
        <Link to="/">{say('Go to your organizations', 'Aller à vos organisations')}</Link>
      </p>
    </Page>
  )
}
