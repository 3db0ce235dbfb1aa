const freeOfCitizen = 3
const firstWaitMs = 60_000
const maxOfSource = 20

/**
 * Whether a further request notifies no one (spec/sign-in#approval), as an expression of SQL. After three requests of
 * the last hour that were not approved, the wait for the next doubles from a minute. A quiet request waits all the
 * same: its number leads to it. `unanswered` is a row of the function `unanswered_sign_ins`.
 */
export const isQuiet = (unanswered: string): string =>
  `(${unanswered}.of_source >= ${maxOfSource}
    or coalesce(${unanswered}.of_citizen >= ${freeOfCitizen}
      and ${unanswered}.last_ms_ago < ${firstWaitMs} * 2 ^ (${unanswered}.of_citizen - ${freeOfCitizen}), false))`
