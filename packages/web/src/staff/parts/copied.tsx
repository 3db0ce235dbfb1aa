import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../language.tsx'

const shownMs = 2_000

/** A text that a program needs, with a button that copies it. */
export const Copied = ({ text, label }: { text: string; label: string }) => {
  const say = useSay()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), shownMs)
  }
  return (
    <div className="copied">
      <Group justify="space-between" gap="xs">
        <span className="label">{label}</span>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => void copy()}
          aria-label={`${say('Copy:', 'Copier :')} ${label}`}
        >
          {isCopied ? say('Copied', 'Copié') : say('Copy', 'Copier')}
        </Button>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, also by the keyboard. */}
      <pre className="code" tabIndex={0}>
        {text}
      </pre>
    </div>
  )
}

/** A file that the page makes itself. */
export const saveFile = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text]))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
