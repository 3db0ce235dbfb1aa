import { useTexts } from '../app-context.ts'
import { Icon, type IconName } from './icon.tsx'

const ofMore = ['more', 'history', 'devices', 'settings', 'disputes']

type Properties = { screen: string; id: string; waiting: number }

/** The four parts of the app. A request has no navigation below it: it is answered or left by the way back. */
export const Navigation = ({ screen, id, waiting }: Properties) => {
  const { shell, accesses, consent } = useTexts()
  if (screen === 'approvals' || (screen === 'consents' && id !== '')) return null
  const links: [path: string, name: string, icon: IconName, isCurrent: boolean][] = [
    ['', shell.home, 'home', screen === ''],
    ['accesses', accesses.short, 'eye', screen === 'accesses' || screen === 'dispute'],
    ['consents', consent.short, 'hand', screen === 'consents'],
    ['more', shell.more, 'more', ofMore.includes(screen)],
  ]
  return (
    <nav class="tabs" aria-label="Nani">
      {links.map(([path, name, icon, isCurrent]) => (
        <a key={path} href={`#/${path}`} aria-current={isCurrent ? 'page' : undefined}>
          <Icon name={icon} />
          {name}
          {path === '' && waiting > 0 && <span class="badge">{waiting}</span>}
        </a>
      ))}
    </nav>
  )
}
