import { useParams } from '@tanstack/react-router'

/** The organization and the application of the page: their paths in the API and in the address, which are the same. */
export const usePlace = () => {
  const { organizationId = '', applicationId = '' } = useParams({ strict: false }) as {
    organizationId?: string
    applicationId?: string
  }
  const organization = `/organizations/${encodeURIComponent(organizationId)}`
  const application = `${organization}/applications/${encodeURIComponent(applicationId)}`
  return { organizationId, applicationId, organization, application }
}
