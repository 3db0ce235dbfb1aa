/*
 * The entries of a sign-in (spec/citizen-app#access-log). One entry is written when the code is issued. The redemption of the
 * code and each call of userinfo name what they disclosed.
 */

/** A reading of a sign-in that names exactly what it disclosed. Readings of earlier releases named what was asked for. */
export const isExactSignIn = `service = 'sso_login' and outcome in ('tokens_issued', 'claims_disclosed')`

/** The first redemption and the first call of userinfo are the sign-in itself. `nth` counts the calls of one path. */
export const belongsToSignIn = `service = 'sso_login' and nth = 1
  and path in ('/v1/oidc/token', '/v1/oidc/userinfo')`

/**
 * Joins what is kept of the request of a sign-in, as `asked`. Entries of earlier releases leave out the profile and the
 * consent, and it says whether they were asked for.
 */
export const askedOfSignIn = (applicationId: string, requestId: string, condition: string): string => `
  left join lateral (
    select q.scopes, s.sealed_text
    from (select 1) as one
    left join sign_in_requests q on q.application_id = ${applicationId} and q.request_id = ${requestId}
    left join sign_in_approvals s on s.application_id = ${applicationId} and s.request_id = ${requestId}
    where ${condition}) as asked on true`
