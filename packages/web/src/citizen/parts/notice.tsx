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
    history_incomplete: shell.partMissing,
  }
  return <Notice kind="problem">{words[code] ?? shell.fault}</Notice>
}

/** Whether an answer of the server names databases that could not be read. */
export const isPartMissing = (content: object): boolean =>
  ((content as { unread?: readonly string[] }).unread ?? []).length > 0

/** Says that what is shown is not complete. */
export const PartMissing = () => <Notice kind="problem">{useTexts().shell.partMissing}</Notice>
