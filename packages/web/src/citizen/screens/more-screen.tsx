import { useTexts } from '../app-context.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'

/** The way to the screens that are not in the navigation. */
export const MoreScreen = () => {
  const { shell, history, devices, accesses, settings } = useTexts()
  const links: [path: string, name: string, icon: IconName][] = [
    ['history', history.title, 'clock'],
    ['devices', devices.title, 'phone'],
    ['disputes', accesses.disputes, 'flag'],
    ['settings', settings.title, 'gear'],
  ]
  return (
    <Screen title={shell.more}>
      <ul class="menu">
        {links.map(([path, name, icon]) => (
          <li key={path}>
            <a href={`#/${path}`}>
              <Icon name={icon} />
              <span>{name}</span>
              <Icon name="next" />
            </a>
          </li>
        ))}
      </ul>
    </Screen>
  )
}
