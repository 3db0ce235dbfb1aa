import { Button, Group, Stack, Text } from '@mantine/core'
import { useSay } from '../language.tsx'
import { Copied, saveFile } from '../parts/copied.tsx'
import { Dialog } from '../parts/dialog.tsx'

/** Recovery codes are shown once. */
export const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const say = useSay()
  const text = codes.join('\n')
  return (
    <Dialog title={say('Your recovery codes', 'Vos codes de secours')} isOpen onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">
          {say(
            'Keep them where you find them without your phone. They are shown only now. Each works once.',
            'Gardez-les là où vous les trouvez sans votre téléphone. Ils ne sont montrés que maintenant. Chacun sert une fois.',
          )}
        </Text>
        <Copied label={say('Recovery codes', 'Codes de secours')} text={text} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => saveFile('nani-recovery-codes.txt', `${text}\n`)}>
            {say('Save as a file', 'Enregistrer')}
          </Button>
          <Button onClick={onClose}>{say('I have kept them', 'Je les ai gardés')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
