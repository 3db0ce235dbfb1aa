import { useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { codeOf } from '../../api-error.ts'
import { useTexts } from '../../app-context.ts'
import type { Device, Me } from '../../contract.ts'
import { deviceName } from '../../device/device-name.ts'
import { createKeys, signChallenge } from '../../device/prove.ts'
import { type StoredDevice, writeDevice } from '../../device/store.ts'
import { createCredential, hasUnlock } from '../../device/webauthn.ts'
import { Button } from '../../parts/button.tsx'
import { Notice, Refusal } from '../../parts/notice.tsx'
import { dropSubscription } from '../../push.ts'
import { useAction } from '../../use-action.ts'
import type { StepProperties } from '../enrolment-screen.tsx'

const maxNameLength = 60

/** Creates the key: with the unlock of the phone where it has one, else in the browser. */
export const KeyStep = ({ step, onStep }: StepProperties<'key'>) => {
  const { enrolment, shell } = useTexts()
  const [name, setName] = useState(() => deviceName(navigator.userAgent))
  const [wasRefused, setRefused] = useState(false)
  const { run, isRunning, failed } = useAction()
  const create = (mayUnlock: boolean) =>
    run(async () => {
      setRefused(false)
      const made = await makeKey(step, mayUnlock && (await hasUnlock())).catch(() => null)
      if (!made) return setRefused(true)
      try {
        const body = { name: name.trim() || deviceName(navigator.userAgent), key: made.key }
        const { device } = await call<{ device: Device }>('POST', `/enrolments/${step.id}/key`, body)
        const stored: StoredDevice = { ...made.stored, id: device.id }
        await writeDevice(stored)
        await dropSubscription().catch(() => {})
        const me = await call<Me>('GET', '/me')
        onStep({ name: 'done', session: { state: 'open', me, device: stored } })
      } catch (thrown) {
        if (codeOf(thrown) !== 'enrolment_ended') throw thrown
        onStep({ name: 'ended', reason: 'ended' })
      }
    })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void create(true)
      }}
    >
      <p>{enrolment.keyText}</p>
      <Refusal code={failed} />
      {wasRefused && <Notice kind="problem">{enrolment.keyFailed}</Notice>}
      <div class="field">
        <label for="device-name">{enrolment.nameLabel}</label>
        <input
          id="device-name"
          required
          maxLength={maxNameLength}
          autoComplete="off"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </div>
      <Button type="submit" isBusy={isRunning}>
        {isRunning ? shell.oneMoment : enrolment.createKey}
      </Button>
      {wasRefused && (
        <Button kind="quiet" onClick={() => create(false)} isBusy={isRunning}>
          {enrolment.withoutUnlock}
        </Button>
      )}
    </form>
  )
}

type Challenge = StepProperties<'key'>['step']
type Made = {
  key: object
  stored: { kind: 'webcrypto'; privateKey: CryptoKey } | { kind: 'webauthn'; credentialId: string }
}

const makeKey = async ({ challenge, webauthn }: Challenge, hasUnlockHere: boolean): Promise<Made> => {
  // Browsers give a passkey to a host name only, so that the server offers none for an address.
  if (hasUnlockHere && webauthn) {
    const response = await createCredential(webauthn)
    return {
      key: { kind: 'webauthn', response },
      stored: { kind: 'webauthn', credentialId: response.id },
    }
  }
  const { privateKey, publicKey } = await createKeys()
  return {
    key: {
      kind: 'webcrypto',
      public_key: await crypto.subtle.exportKey('jwk', publicKey),
      signature: await signChallenge(privateKey, challenge),
    },
    stored: { kind: 'webcrypto', privateKey },
  }
}
