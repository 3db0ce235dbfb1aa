type Text = { en: string; fr: string }

/** The reasons of the checks of a conformance run. `{answer}` is the status of the endpoint, or why it did not answer. */
export const conformanceReasons = {
  acknowledged: { en: 'The event was acknowledged.', fr: 'L’événement a été accepté.' },
  not_acknowledged: {
    en: 'The event needs a 2xx answer. The answer was {answer}.',
    fr: 'L’événement demande une réponse 2xx. La réponse était {answer}.',
  },
  refused: {
    en: 'The event was refused with {answer}.',
    fr: 'L’événement a été refusé avec {answer}.',
  },
  not_refused: {
    en: 'The event must be refused with 4xx. The answer was {answer}.',
    fr: 'L’événement doit être refusé avec 4xx. La réponse était {answer}.',
  },
  no_endpoint: {
    en: 'The application has no webhook endpoint, or no valid keys.',
    fr: 'L’application n’a pas d’adresse de webhook, ou pas de clés valables.',
  },
  no_valid_event: {
    en: 'The endpoint acknowledges no valid event yet.',
    fr: 'L’adresse n’accepte encore aucun événement valable.',
  },
  call_succeeded: {
    en: 'A signed call of the sandbox succeeded.',
    fr: 'Un appel signé du bac à sable a réussi.',
  },
  no_call_succeeded: {
    en: 'No call of the sandbox succeeded in the last seven days.',
    fr: 'Aucun appel du bac à sable n’a réussi depuis sept jours.',
  },
  key_reused: {
    en: 'An Idempotency-Key was sent with another body. Each request needs its own.',
    fr: 'Une Idempotency-Key a servi avec un autre corps. Chaque requête a besoin de la sienne.',
  },
  first_answer_again: {
    en: 'A repeated request got the first answer again.',
    fr: 'Une requête répétée a reçu à nouveau la première réponse.',
  },
  no_repeated_request: {
    en: 'Send a POST a second time with the same Idempotency-Key and body.',
    fr: 'Envoyez un POST une seconde fois, avec la même Idempotency-Key et le même corps.',
  },
  no_429: {
    en: 'No call was refused with 429. Exceed burst_per_second once.',
    fr: 'Aucun appel n’a été refusé avec 429. Dépassez une fois burst_per_second.',
  },
  went_on_after_429: {
    en: 'Calls went on after 429. Wait as long as Retry-After says.',
    fr: 'Les appels ont continué après 429. Attendez le temps que Retry-After indique.',
  },
  paused_after_429: { en: 'Calls paused after 429.', fr: 'Les appels ont attendu après 429.' },
  no_5xx: {
    en: 'No call got 5xx. Use the test identity whose register is unavailable.',
    fr: 'Aucun appel n’a reçu 5xx. Utilisez l’identité de test dont le registre est indisponible.',
  },
  repeated_after_5xx: {
    en: 'A call was sent again after 5xx.',
    fr: 'Un appel a été envoyé à nouveau après 5xx.',
  },
  given_up_after_5xx: {
    en: 'No call was sent again after 5xx. Repeat it with the same Idempotency-Key.',
    fr: 'Aucun appel n’a été envoyé à nouveau après 5xx. Répétez-le avec la même Idempotency-Key.',
  },
} as const satisfies Record<string, Text>
export type ConformanceReason = keyof typeof conformanceReasons

const noAnswer: Text = { en: 'none', fr: 'absente' }

/** The sentence of a reason in one language. A status of null means that the endpoint did not answer. */
export const conformanceReasonText = (
  reason: ConformanceReason,
  language: keyof Text,
  httpStatus: number | null = null,
): string =>
  conformanceReasons[reason][language].replace(
    '{answer}',
    httpStatus === null ? noAnswer[language] : String(httpStatus),
  )
