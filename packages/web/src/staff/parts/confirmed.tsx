import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useSay } from '../language.tsx'
import { Dialog } from './dialog.tsx'
import { ErrorNotice } from './notices.tsx'

type Props = {
  /** The button that opens the preview. */
  label: string
  title: string
  /** What happens, with its consequences. */
  preview: ReactNode
  /** The word that the person types, where nothing can be undone. */
  word?: string
  isDangerous?: boolean
  isDisabled?: boolean
  perform: () => Promise<unknown>
}

/** A button for an act that cannot be undone: it shows a preview first. */
export const Confirmed = ({
  label,
  title,
  preview,
  word,
  isDangerous = true,
  isDisabled = false,
  perform,
}: Props) => {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [typed, setTyped] = useState('')
  const close = () => {
    setOpen(false)
    setError(null)
    setTyped('')
  }
  const confirm = async () => {
    setBusy(true)
    setError(null)
    try {
      await perform()
      close()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const color = isDangerous ? { color: 'red' } : {}
  return (
    <>
      <Button
        size="xs"
        variant={isDangerous ? 'light' : 'filled'}
        {...color}
        disabled={isDisabled}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        <Stack gap="md">
          <div>{preview}</div>
          {word ? (
            <TextInput
              label={
                <>
                  {say('Type', 'Écrivez')} <bdi>{word}</bdi> {say('to go on', 'pour continuer')}
                </>
              }
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
            />
          ) : null}
          <ErrorNotice error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {say('Cancel', 'Annuler')}
            </Button>
            <Button
              {...color}
              loading={isBusy}
              disabled={word !== undefined && typed !== word}
              onClick={() => void confirm()}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  )
}
