import type { Platform } from '@nani/foundation/platform/index.ts'
import { writeChanges } from '@nani/foundation/storage/index.ts'
import { eventsEffect, snapshotEvent } from '@nani/server/calls/outbox/index.ts'
import { decideHit, monitorSecrets } from '@nani/server/services/aml/index.ts'
import { faceSecrets, writeReason } from '@nani/server/services/face/index.ts'
import { storedDispute } from '../surface/stored-dispute.ts'

/* What calls of an application leave with sealed content, by the functions of the product that write it. */

const eventsOfChange = 50

const alertData = (screening_id: string) => ({
  ...{ monitor_id: 'mon_bench', screening_id, reference: 'customer-7', reason: 'new_hit' },
  ...{ previous_risk_level: 'low', risk_level: 'high', risk_score: 74 },
  hits: [
    {
      ...{ list: 'National designation list', category: 'sanctions', match_score: 0.97 },
      ...{ matched_name: 'Wambozu Ilondo Kapesa', listed_on: '2024-05-01' },
      details_url: `/v1/aml/screenings/${screening_id}/hits/0`,
    },
  ],
})

/** So many alerts of monitoring, and as many other events. */
export const writeEvents = async (
  platform: Platform,
  applicationId: string,
  count: number,
): Promise<void> => {
  const vault = platform.vaultFor('requests')
  const event = () => {
    const eventId = platform.newId('evt')
    const object = alertData(platform.newId('aml'))
    return [
      snapshotEvent({ eventId, type: 'aml_screening.alert', applicationId, data: { object } }, vault),
      snapshotEvent(
        {
          ...{ eventId: platform.newId('evt'), type: 'application.production_status_changed', applicationId },
          data: { object: { object: 'application', id: applicationId, production_status: 'submitted' } },
        },
        vault,
      ),
    ]
  }
  for (let alerts = 0; alerts < count; alerts += eventsOfChange) {
    const effects = [eventsEffect(Array.from({ length: eventsOfChange }, event).flat())]
    const atMs = platform.clock.now()
    const change = { id: platform.newId('job'), service: null, scopes: null, atMs, fence: null, effects }
    await writeChanges(platform.ownerPool, applicationId, [change])
  }
}

/** Decisions about hits, reasons of face comparisons, and disputes of citizens. */
export const writeCompliance = async (
  platform: Platform,
  applicationId: string,
  count: number,
): Promise<void> => {
  const { ownerPool: pool, clock, newId } = platform
  const { reasons } = faceSecrets(platform)
  const decision = { clock, newId, secrets: monitorSecrets(platform) }
  const origin = { api_key: 'key_live_bench', client_address: '203.0.113.7' }
  for (let at = 0; at < count; at++) {
    const hit = { key: `national:D.${at}`, contentHash: '00', subject: `pseudonym ${at}` }
    await decideHit(
      pool,
      { ...hit, applicationId, screeningId: newId('aml'), position: 0 },
      { disposition: 'false_positive', reason: 'Born in another year.', officer: 'Owner' },
      decision,
    )
    await writeReason(
      pool,
      {
        ...{
          reason: `Retrait ${at} au guichet 7`,
          mode: 'verification',
          outcome: 'match',
          calibrationId: null,
        },
        triggeredBy: { type: 'member', id: 'agent-7' },
      },
      {
        ...{ applicationId, resultId: newId('fac'), nowMs: clock.now() },
        origin: { ...origin, request_id: newId('req') } as Parameters<typeof writeReason>[2]['origin'],
      },
      reasons,
    )
    await storedDispute(platform, applicationId)
  }
}
