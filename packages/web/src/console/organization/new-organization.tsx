import type { Organization } from '@nani/contract/console'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { ErrorNotice } from '../../staff/parts/notices.tsx'
import { Page } from '../../staff/parts/page.tsx'
import { useChange } from '../../staff/reading.ts'
import { send } from '../../staff/send.ts'
import { OrganizationForm, type Values } from './organization-form.tsx'

export const NewOrganization = () => {
  const say = useSay()
  const navigate = useNavigate()
  const [values, setValues] = useState<Values>({ name: '', rccm: '' })
  const create = useChange((body: Values) => send<Organization>('POST', '/organizations', { body }), {
    rereads: ['/me', '/organizations'],
    onDone: ({ id }) => navigate({ to: `/organizations/${encodeURIComponent(id)}` }),
  })
  return (
    <Page
      title={say('Register an organization', 'Inscrire une organisation')}
      about={say(
        'We compare the number with the register of businesses. Meanwhile you can use the sandbox.',
        'Nous comparons le numéro avec le registre des entreprises. En attendant, vous pouvez utiliser le bac à sable.',
      )}
    >
      <OrganizationForm
        values={values}
        onEdit={(part) => setValues({ ...values, ...part })}
        submitLabel={say('Register', 'Inscrire')}
        isBusy={create.isPending}
        onSubmit={() => create.mutate({ name: values.name.trim(), rccm: values.rccm.trim() })}
      >
        <ErrorNotice error={create.error} />
      </OrganizationForm>
    </Page>
  )
}
