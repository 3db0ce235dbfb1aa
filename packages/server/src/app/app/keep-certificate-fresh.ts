import type { ServerCertificate } from '../../organizations/organizations/index.ts'

const everyMs = 3_600_000

export type Renewal = {
  inUse: ServerCertificate
  /** The certificate that replaces it. Null while the current one is valid long enough. */
  renew(inUse: ServerCertificate): Promise<ServerCertificate | null>
  use(certificate: ServerCertificate): void
  onError(error: unknown): void
}

/**
 * Checks every hour whether the server certificate must be renewed, and uses the new one without a restart. A failed
 * check is repeated an hour later. 30 days are left for that.
 */
export const keepCertificateFresh = ({ inUse, renew, use, onError }: Renewal): { stop(): void } => {
  let current = inUse
  const check = async () => {
    const renewed = await renew(current)
    if (!renewed) return
    use(renewed)
    current = renewed
  }
  const timer = setInterval(() => void check().catch(onError), everyMs).unref()
  return { stop: () => clearInterval(timer) }
}
