import { Alert, Button, Stack, Text } from '@mantine/core'
import { useSay } from '../language.tsx'
import { Facts } from './records.tsx'

type Props = {
  theirs: Record<string, unknown> | null
  fields: readonly (readonly [string, string])[]
  onAccept: () => void
}

/** The values that another person stored while a form was open (draft.ts). */
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
        <Button size="xs" className="wrapping" onClick={onAccept}>
          {say(
            'I have seen them: go on with both changes',
            'Je les ai vues : continuer avec les deux modifications',
          )}
        </Button>
      </Stack>
    </Alert>
  )
}
