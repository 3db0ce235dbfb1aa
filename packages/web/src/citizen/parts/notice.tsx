import type { ComponentChildren } from 'preact'
import { useTexts } from '../app-context.ts'
import { Icon } from './icon.tsx'

/** A message that a screen reader reads as soon as it appears. */
export const Notice = ({ kind, children }: { kind: 'problem' | 'done'; children: ComponentChildren }) => (
  <p class={`notice ${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
    <Icon name={kind === 'problem' ? 'warning' : 'check'} />
    <span>{children}</span>
  </p>
)

/** The words for a refusal that no screen handles itself. */
export const Refusal = ({ code }: { code: string | null }) => {
  const { shell } = useTexts()
  if (code === null) return null
  const words: Readonly<Record<string, string>> = {
    offline: shell.needsNetwork,
    not_found: shell.notFound,
    too_many_attempts: shell.tooMany,
    too_many_devices: shell.tooManyDevices,
    busy: shell.oneMoment,
  }
  return <Notice kind="problem">{words[code] ?? shell.fault}</Notice>
}
