/** The pages of the console that refusals name. */
export type ConsolePages = {
  /** The page of an application with its quotas and its use. */
  ofQuotas(organizationId: string, applicationId: string): string
  /** The page of an organization with its wallet and its top-ups. */
  ofWallet(organizationId: string): string
  /** The console calls it when it listens, before any call is answered. */
  set(url: string): void
}

export const createConsolePages = (): ConsolePages => {
  let address: string | null = null
  const base = () => {
    if (address === null) throw new Error('the console does not listen yet')
    return address
  }
  return {
    ofQuotas: (organizationId, applicationId) =>
      `${base()}/organizations/${organizationId}/applications/${applicationId}/use`,
    ofWallet: (organizationId) => `${base()}/organizations/${organizationId}/billing`,
    set(url) {
      address = url.replace(/\/$/, '')
    },
  }
}
