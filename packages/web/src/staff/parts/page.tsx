import { Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = { title: string; about?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A page with its heading, which takes the focus, so that a screen reader says where the person is. */
export const Page = ({ title, about, actions, children }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Nani`
  }, [title])
  useEffect(() => heading.current?.focus(), [])
  return (
    <main id="main" className="page">
      <Group justify="space-between" align="flex-start" gap="sm" className="page-head">
        <div className="page-title">
          <Title order={1} size="h2" tabIndex={-1} ref={heading}>
            {title}
          </Title>
          {about ? (
            <Text c="dimmed" component="div" size="sm">
              {about}
            </Text>
          ) : null}
        </div>
        {actions ? <Group gap="xs">{actions}</Group> : null}
      </Group>
      {children}
    </main>
  )
}

/** A part of a page with a heading of its own. */
export const Section = ({ title, about, actions, children }: Props) => (
  <section className="section">
    <Group justify="space-between" gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {actions ? <Group gap="xs">{actions}</Group> : null}
    </Group>
    {about ? (
      <Text c="dimmed" component="div" size="sm">
        {about}
      </Text>
    ) : null}
    {children}
  </section>
)
