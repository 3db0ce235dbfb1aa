import { Anchor, Group, NativeSelect, Paper, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { type Language, useLanguage, useSay } from '../language.tsx'
import { SchemeButton } from '../parts/scheme-button.tsx'

/** The frame of the pages without a session. */
export const Entrance = ({ title, children }: { title: string; children: ReactNode }) => {
  const say = useSay()
  const { language, choose } = useLanguage()
  useEffect(() => {
    document.title = `${title} · Nani`
  }, [title])
  return (
    <div className="entrance">
      <Group justify="space-between" component="header">
        <Anchor component={Link} to="/sign-in" className="brand">
          Nani
        </Anchor>
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label={say('Language', 'Langue')}
            value={language}
            data={[
              { value: 'fr', label: 'Français' },
              { value: 'en', label: 'English' },
            ]}
            onChange={(event) => choose(event.currentTarget.value as Language)}
          />
          <SchemeButton />
        </Group>
      </Group>
      <main id="main">
        <Paper withBorder p="lg" radius="md">
          <Stack gap="md">
            <Title order={1} size="h3">
              {title}
            </Title>
            {children}
          </Stack>
        </Paper>
      </main>
    </div>
  )
}
