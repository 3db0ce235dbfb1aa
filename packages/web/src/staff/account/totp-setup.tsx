import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { NewRecoveryCodes, NewTotp } from '@nani/contract/console'
import { type FormEvent, useState } from 'react'
import { useSay } from '../language.tsx'
import { Copied } from '../parts/copied.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/notices.tsx'
import { useChange } from '../reading.ts'
import { send } from '../send.ts'
import { QrCode } from './qr-code.tsx'

type Props = { onCodes: (codes: readonly string[]) => void; isReplaced: boolean }

/** Adds an authenticator: the secret, then the first code as the proof. */
export const TotpSetup = ({ onCodes, isReplaced }: Props) => {
  const say = useSay()
  const [secret, setSecret] = useState<NewTotp | null>(null)
  const begin = useChange(() => send<NewTotp>('POST', '/me/totp'), {
    onDone: setSecret,
  })
  const confirm = useChange(
    (code: string) => send<NewRecoveryCodes>('POST', '/me/totp/confirm', { body: { code } }),
    {
      rereads: ['/me'],
      onDone({ recovery_codes: codes }) {
        setSecret(null)
        onCodes(codes)
      },
    },
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    confirm.mutate(String(new FormData(event.currentTarget).get('code')).replaceAll(' ', ''))
  }
  return (
    <>
      <Button
        onClick={() => begin.mutate(undefined)}
        loading={begin.isPending}
        variant={isReplaced ? 'default' : 'filled'}
      >
        {isReplaced
          ? say('Replace the authenticator', 'Remplacer l’application')
          : say('Add an authenticator', 'Ajouter une application de codes')}
      </Button>
      <ErrorNotice error={begin.error} />
      {secret ? (
        <Dialog
          title={say('Add an authenticator', 'Ajouter une application de codes')}
          isOpen
          onClose={() => setSecret(null)}
        >
          <form onSubmit={submit}>
            <Stack gap="md">
              <Text size="sm">
                {say(
                  '1. Scan this code with your authenticator, or copy the secret into it.',
                  '1. Scannez ce code avec votre application, ou copiez-y le secret.',
                )}
              </Text>
              <QrCode text={secret.uri} label={say('QR code of the secret', 'Code QR du secret')} />
              <Copied label={say('Secret', 'Secret')} text={secret.secret} />
              <TextInput
                label={say('2. Enter the code that it shows', '2. Saisissez le code affiché')}
                name="code"
                inputMode="numeric"
                pattern="[0-9 ]{6,8}"
                autoComplete="one-time-code"
                required
              />
              <ErrorNotice error={confirm.error} />
              <Button type="submit" loading={confirm.isPending}>
                {say('Confirm', 'Confirmer')}
              </Button>
            </Stack>
          </form>
        </Dialog>
      ) : null}
    </>
  )
}
