import type { Environment } from '@nani/contract'
import type { Peer } from '@nani/foundation/http/index.ts'
import { checksOfUserinfo, type UserinfoCall } from '../checks/userinfo-checks.ts'
import type { RequestFacts, SignInDependencies } from '../dependencies.ts'
import { OAuthError } from '../oauth-error.ts'

type Dependencies = Pick<
  SignInDependencies,
  | 'reads'
  | 'writes'
  | 'clock'
  | 'vault'
  | 'applications'
  | 'register'
  | 'subjectOf'
  | 'auditKey'
  | 'deliverFiles'
  | 'detection'
  | 'baseUrl'
>

/** The claims of an access token, or null if the token or its sender is not accepted (spec/sign-in#userinfo). */
export const createUserinfo =
  (dependencies: Dependencies) =>
  async (
    token: string,
    environment: Environment,
    peer: Peer,
    facts: RequestFacts,
  ): Promise<Record<string, unknown> | null> => {
    const call: UserinfoCall = { token, environment, peer, facts }
    try {
      return await answerTo(await checksOfUserinfo.run(call, dependencies), dependencies)
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      dependencies.detection.onAuthenticationFailure({
        keyId: call.application?.apiKey,
        clientAddress: peer.address,
        code: 'invalid_token',
        applicationId: call.application?.applicationId ?? null,
      })
      return null
    }
  }

type Disclosed = Awaited<ReturnType<typeof checksOfUserinfo.run>>

const answerTo = async (
  { claims, application, environment, row, svcId, disclosedAtMs }: Disclosed,
  { deliverFiles, baseUrl, subjectOf }: Dependencies,
): Promise<Record<string, unknown>> => {
  const { applicationId } = application
  const delivered = await deliverFiles.inValue(claims, {
    documentDelivery: 'signed_url',
    issuer: { applicationId, resultId: row.request_id },
    baseUrl: baseUrl(environment),
    nowMs: disclosedAtMs,
  })
  return { sub: subjectOf(svcId, applicationId), ...delivered }
}
