import { Badge } from '@mantine/core'
import { useSay } from '../../staff/language.tsx'
import { environmentName } from '../../staff/words.ts'
import { usePlace } from '../paths.ts'
import { useApplication } from './session.tsx'

/** The environment is in sight on every page. A word says it, the colour only helps. */
export const EnvironmentSign = () => {
  const { applicationId } = usePlace()
  const say = useSay()
  if (applicationId !== '') return <OfApplication />
  return (
    <Badge color="gray" variant="outline" className="environment">
      {say('Both environments', 'Les deux environnements')}
    </Badge>
  )
}

const OfApplication = () => {
  const say = useSay()
  const { data } = useApplication()
  if (!data) return null
  const isProduction = data.environment === 'production'
  return (
    <Badge
      color={isProduction ? 'red.9' : 'teal.9'}
      variant="filled"
      className="environment"
      data-environment={data.environment}
    >
      {environmentName(say, data.environment)}
    </Badge>
  )
}
