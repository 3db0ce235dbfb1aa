import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Copied } from '../../staff/parts/copied.tsx'
import { programs } from './programs.ts'
import type { Call, SignedCall } from './signed-call.ts'

/** The code has no key in it: it reads the keys from the environment of the program. */
export const CodeShown = ({ call, signed }: { call: Call; signed: SignedCall | null }) => {
  const say = useSay()
  const [name, setName] = useState('TypeScript')
  const written = programs.find((one) => one.name === name)?.write(call, signed) ?? null
  return (
    <>
      <div>
        <NativeSelect
          label={say('Language of the program', 'Langage du programme')}
          value={name}
          data={programs.map((one) => one.name)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </div>
      {written === null ? (
        <p>
          {say(
            'Make the call first: the signature is for one call.',
            'Faites d’abord l’appel : la signature vaut pour un appel.',
          )}
        </p>
      ) : (
        <Copied label={name} text={written} />
      )}
      {name === 'cURL' && written !== null ? (
        <p>
          {say(
            'The command works once, in the next five minutes. A shell cannot encrypt a new call.',
            'La commande fonctionne une fois, dans les cinq minutes. Un shell ne peut pas chiffrer un nouvel appel.',
          )}
        </p>
      ) : null}
    </>
  )
}
