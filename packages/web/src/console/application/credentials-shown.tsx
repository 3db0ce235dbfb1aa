import { Alert, Stack } from '@mantine/core'
import type { Credentials } from '@nani/contract/console'
import { useSay } from '../../staff/language.tsx'
import { Copied } from '../../staff/parts/copied.tsx'

/** A key set, at the only time when it can be read. */
export const CredentialsShown = ({ credentials, title }: { credentials: Credentials; title: string }) => {
  const say = useSay()
  return (
    <section className="section" aria-label={title}>
      <Alert color="yellow" title={title}>
        {say(
          'Store these keys now in the secret store of your program. They are shown only once.',
          'Rangez ces clés maintenant dans le coffre de votre programme. Elles ne sont montrées qu’une fois.',
        )}
      </Alert>
      <Stack gap="xs">
        <Copied label={say('Key id', 'Identifiant de clé')} text={credentials.api_key} />
        <Copied
          label={say('Secret key, signs requests', 'Clé secrète, signe les requêtes')}
          text={credentials.secret_key}
        />
        <Copied
          label={say('Payload encryption key', 'Clé de chiffrement des contenus')}
          text={credentials.payload_encryption_key}
        />
      </Stack>
    </section>
  )
}
