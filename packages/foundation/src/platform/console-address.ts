/** The address of the console of this process. Refusals name its pages before any page was opened. */
let current = 'http://localhost:4020'

export const consoleAddress = {
  /** The console calls it when it listens. A process has one console. */
  set(url: string): void {
    current = url.replace(/\/$/, '')
  },
  /** The page of an application with its quotas and its use. */
  ofQuotas: (organizationId: string, applicationId: string): string =>
    `${current}/organizations/${organizationId}/applications/${applicationId}/use`,
  /** The page of an organization with its wallet and its top-ups. */
  ofWallet: (organizationId: string): string => `${current}/organizations/${organizationId}/billing`,
}
