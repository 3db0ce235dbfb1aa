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
    </>
  )
}
