import { Button, useMantineColorScheme } from '@mantine/core'
import { useSay } from '../language.tsx'

/** Light, dark, or as the device. */
export const SchemeButton = () => {
  const say = useSay()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const next = { auto: 'light', light: 'dark', dark: 'auto' } as const
  const signs = { auto: '◐', light: '☀', dark: '☾' } as const
  const names = {
    auto: say('as the device', 'comme l’appareil'),
    light: say('light', 'clair'),
    dark: say('dark', 'sombre'),
  }
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`${say('Colours:', 'Couleurs :')} ${names[colorScheme]}`}
      title={`${say('Colours:', 'Couleurs :')} ${names[colorScheme]}`}
      onClick={() => setColorScheme(next[colorScheme])}
    >
      <span aria-hidden="true">{signs[colorScheme]}</span>
    </Button>
  )
}
