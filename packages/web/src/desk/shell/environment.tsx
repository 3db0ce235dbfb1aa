import { Badge } from '@mantine/core'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useSay } from '../../staff/language.tsx'
import { environmentName } from '../../staff/words.ts'

export type Environment = 'production' | 'sandbox'
type Shown = { environment: Environment | null; show(environment: Environment | null): void }

const Context = createContext<Shown | null>(null)

export const EnvironmentProvider = ({ children }: { children: ReactNode }) => {
  const [environment, show] = useState<Environment | null>(null)
  return <Context value={{ environment, show }}>{children}</Context>
}

const useShown = (): Shown => {
  const shown = use(Context)
  if (!shown) throw new Error('There is no EnvironmentProvider.')
  return shown
}

/** A page about objects of one environment names it in the bar. Other pages are about both environments. */
export const useEnvironmentOf = (environment: Environment): void => {
  const { show } = useShown()
  useEffect(() => {
    show(environment)
    return () => show(null)
  }, [environment, show])
}

/** The environment is in sight on every page. A word says it, the colour only helps. */
export const EnvironmentSign = () => {
  const say = useSay()
  const { environment } = useShown()
  if (environment === null)
    return (
      <Badge color="gray" variant="outline" className="environment">
        {say('Desk · Both environments', 'Poste · Les deux environnements')}
      </Badge>
    )
  return (
    <Badge
      color={environment === 'production' ? 'red.9' : 'teal.9'}
      variant="filled"
      className="environment"
      data-environment={environment}
    >
      {`${say('Desk', 'Poste')} · ${environmentName(say, environment)}`}
    </Badge>
  )
}
