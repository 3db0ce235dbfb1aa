import { Link } from '@tanstack/react-router'
import { useSay } from '../language.tsx'
import { Page } from '../parts/page.tsx'

export const NotFoundPage = () => {
  const say = useSay()
  return (
    <Page title={say('There is no such page', 'Cette page n’existe pas')}>
      <p>
        <Link to="/">{say('Go to the first page', 'Aller à la première page')}</Link>
      </p>
    </Page>
  )
}
