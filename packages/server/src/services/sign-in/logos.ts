import type { Environment } from '@nani/contract'
import type { SignInDependencies } from './dependencies.ts'

/** The part of the address of a logo after the folder of the surface. Null: the application has no logo. */
export const logoFile = (applicationId: string, logoHash: string | null): string | null =>
  logoHash && `${applicationId}/${logoHash}.png`

/** What citizens see of an application. */
export type ShownApplication = { name: string; organization: string; logoFile: string | null }

export const createShownApplication =
  ({ applications }: Pick<SignInDependencies, 'applications'>) =>
  async (applicationId: string): Promise<ShownApplication> => {
    const application = await applications.findById(applicationId)
    return {
      name: application?.name ?? '',
      organization: application?.organizationName ?? '',
      logoFile: logoFile(applicationId, application?.logoHash ?? null),
    }
  }

/** The pattern of these addresses, for a router. */
export const logoPattern = ':application/:file'

const fileForm = /^([0-9a-f]{64})\.png$/

/** The logo of an address; null if no application has it. `environment` null: of either one. */
export const createFindLogo =
  ({ applications }: Pick<SignInDependencies, 'applications'>) =>
  async (params: unknown, environment: Environment | null): Promise<Buffer | null> => {
    const { application: applicationId = '', file = '' } = params as { application?: string; file?: string }
    const hash = fileForm.exec(file)?.[1]
    if (hash === undefined || !/^app_[A-Za-z0-9]{1,64}$/.test(applicationId)) return null
    const application = await applications.findById(applicationId)
    if (!application || (environment !== null && application.environment !== environment)) return null
    return applications.findLogo(application, hash)
  }
