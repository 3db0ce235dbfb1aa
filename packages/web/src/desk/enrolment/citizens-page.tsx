import { Button, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { useMay } from '../rights.ts'
import { useEnvironmentOf } from '../shell/environment.tsx'
import { citizenPath, svcIdOf } from './citizen.ts'
import { fieldName, fieldNote } from './citizen-words.ts'

/** A citizen is opened by the number. There is no list and no search by name. */
export const CitizensPage = () => {
  const say = useSay()
  useEnvironmentOf('production')
  const may = useMay()
  const navigate = useNavigate()
  const [written, setWritten] = useState('')
  const [isRefused, setRefused] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const svcId = svcIdOf(written)
    setRefused(svcId === null)
    if (svcId) void navigate({ to: citizenPath(svcId) })
  }
  return (
    <Page
      title={say('Enrolment', 'Enrôlement')}
      about={say(
        'Each reading of a citizen is recorded with your name.',
        'Chaque lecture d’un citoyen est enregistrée avec votre nom.',
      )}
      actions={
        may('POST /citizens') ? (
          <Button component={Link} to="/citizens/new" size="xs">
            {say('Enter a new citizen', 'Inscrire un nouveau citoyen')}
          </Button>
        ) : null
      }
    >
      <form onSubmit={submit} noValidate className="filters">
        <TextInput
          label={fieldName(say, 'svc_id')}
          description={fieldNote(say, 'svc_id')}
          name="svc_id"
          value={written}
          maxLength={40}
          autoComplete="off"
          required
          error={isRefused ? say('Write COD and twelve digits.', 'Écrivez COD et douze chiffres.') : null}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {say('Open the citizen', 'Ouvrir le citoyen')}
        </Button>
      </form>
    </Page>
  )
}
