import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { SecondFactorMethod, SecondFactorRequest } from '@nani/contract/console'
import { type FormEvent, useState } from 'react'
import { useSay } from '../language.tsx'
import { ErrorNotice } from '../parts/notices.tsx'
import { askPasskey, hasPasskeys } from './passkeys.ts'

type Props = {
  methods: readonly SecondFactorMethod[]
  passkeyOptions: () => Promise<Record<string, unknown> | null>
  give: (factor: SecondFactorRequest) => Promise<unknown>
}

const codeForm = /^\d{6}$/

/** Asks for a code, a recovery code or a passkey. One field takes both kinds of code. */
export const SecondFactorForm = ({ methods, passkeyOptions, give }: Props) => {
  const say = useSay()
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const attempt = async (find: () => Promise<SecondFactorRequest | null>) => {
    setBusy(true)
    setError(null)
    try {
      const factor = await find()
      if (factor) await give(factor)
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = code.trim()
    void attempt(async () =>
      codeForm.test(given.replaceAll(' ', ''))
        ? { totp: given.replaceAll(' ', '') }
        : { recovery_code: given },
    )
  }
  const withPasskey = () =>
    attempt(async () => {
      const options = await passkeyOptions()
      const passkey = options && (await askPasskey(options))
      return passkey ? { passkey } : null
    })
  return (
    <Stack gap="md">
      {methods.includes('passkey') && hasPasskeys() ? (
        <Button onClick={() => void withPasskey()} loading={isBusy}>
          {say('Use a passkey', 'Utiliser une clé d’accès')}
        </Button>
      ) : null}
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={say(
              'Code of your authenticator, or a recovery code',
              'Code de votre application, ou un code de secours',
            )}
            name="code"
            autoComplete="one-time-code"
            required
            data-autofocus
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" loading={isBusy} variant={methods.includes('passkey') ? 'default' : 'filled'}>
            {say('Continue', 'Continuer')}
          </Button>
        </Stack>
      </form>
      <ErrorNotice error={error} />
      <Text size="xs" c="dimmed">
        {say('A recovery code works once.', 'Un code de secours sert une seule fois.')}
      </Text>
    </Stack>
  )
}
