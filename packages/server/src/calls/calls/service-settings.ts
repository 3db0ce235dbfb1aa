import type { Application } from '../../gateway/gateway/index.ts'
import type { Service } from './declaration/service.ts'
import { hasShape } from './requests/check-shape.ts'

/** The settings that an application has for a service. Operators wrote them, so a wrong shape is a bug. */
export const settingsOf = (
  { name, settings }: Pick<Service, 'name' | 'settings'>,
  { serviceSettings }: Pick<Application, 'serviceSettings'>,
): Readonly<Record<string, unknown>> => {
  const stored = serviceSettings.get(name) ?? {}
  if (settings && !hasShape(settings, stored))
    throw new Error(`the settings of ${name} do not have the declared form`)
  return stored
}
