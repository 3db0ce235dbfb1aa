import {
  type ConformanceCheck,
  type ConformanceCheckName,
  type ConformanceRun,
  conformanceReasonText,
} from '@nani/contract/console'
import type { Say } from './language.tsx'

export const checkName = (say: Say, name: ConformanceCheckName): string =>
  ({
    'webhook.valid_event': say('A valid event is accepted', 'Un événement valable est accepté'),
    'webhook.forged_signature': say('A forged signature is refused', 'Une signature falsifiée est refusée'),
    'webhook.changed_body': say('A changed event is refused', 'Un événement modifié est refusé'),
    'webhook.old_timestamp': say('An old event is refused', 'Un événement ancien est refusé'),
    'webhook.duplicate_event': say('A duplicate is accepted', 'Un doublon est accepté'),
    'webhook.reordered_events': say('Reordered events are accepted', 'Des événements mélangés sont acceptés'),
    'webhook.unknown_type': say('An unknown type is accepted', 'Un type inconnu est accepté'),
    'calls.successful': say('A call succeeded', 'Un appel a réussi'),
    'calls.idempotent_retry': say(
      'A retry had the same idempotency key',
      'Une reprise avait la même clé d’idempotence',
    ),
    'calls.rate_limited': say('After 429, the program waited', 'Après un 429, le programme a attendu'),
    'calls.server_error': say('After 5xx, the program tried again', 'Après un 5xx, le programme a réessayé'),
  })[name]

export const runStatusName = (say: Say, { status, passed }: ConformanceRun): string => {
  if (status === 'queued') return say('Waiting', 'En attente')
  if (status === 'running') return say('Running', 'En cours')
  if (status === 'failed') return say('The run did not end', 'Les tests n’ont pas abouti')
  return passed ? say('Passed', 'Réussi') : say('Not passed', 'Non réussi')
}

/** Runs of earlier releases have the English sentence only. */
export const reasonText = (
  say: Say,
  { reason, reason_code, http_status = null }: ConformanceCheck,
): string => (reason_code ? conformanceReasonText(reason_code, say('en', 'fr'), http_status) : reason)
