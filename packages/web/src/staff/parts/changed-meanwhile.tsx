import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../api-error.ts'
import { useSay } from '../language.tsx'
import { Facts } from './records.tsx'

type Versioned = { version: number }

/**
 * The version that a form is based on. If another person changed the object meanwhile, the entries stay in the form, the
 * other values are shown, and the person decides.
 */
export const useBase = <T extends Versioned>(read: T) => {
  const [base, setBase] = useState(read)
  const [theirs, setTheirs] = useState<T | null>(null)
  const attempt = async (change: (version: number) => Promise<T>): Promise<T | null> => {
    try {
      const changed = await change(base.version)
      setBase(changed)
      setTheirs(null)
      return changed
    } catch (error) {
      const isStale = error instanceof ApiError && error.problem.error === 'changed_meanwhile'
      if (!isStale) throw error
      setTheirs(error.problem.current as T)
      return null
    }
  }
  const accept = () => {
    if (theirs) setBase(theirs)
    setTheirs(null)
  }
  return { base, theirs, attempt, accept }
}

type Props = {
  theirs: Record<string, unknown> | null
  fields: readonly (readonly [string, string])[]
  onAccept: () => void
}

export const ChangedMeanwhile = ({ theirs, fields, onAccept }: Props) => {
  const say = useSay()
  if (!theirs) return null
  const shown = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? '–'))
  return (
    <Alert
      color="yellow"
      role="alert"
      title={say('Another person changed this meanwhile', 'Une autre personne l’a modifié entre-temps')}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {say(
            'Your entries are kept. The values are now:',
            'Vos saisies sont gardées. Les valeurs sont maintenant :',
          )}
        </Text>
        <Facts facts={fields.map(([name, label]) => [label, shown(theirs[name])])} />
        <Button size="xs" onClick={onAccept}>
          {say('I have seen them: keep my entries', 'Je les ai vues : garder mes saisies')}
        </Button>
      </Stack>
    </Alert>
  )
}
