import { listOwnDeliveries, listOwnEvents, replayOwnEvents, resendOwnEvent } from './own-events.ts'
import { readOwnWebhook, removeOwnWebhook, setOwnWebhook } from './own-webhook.ts'
import { testOwnWebhook } from './test-webhook.ts'

/** The acts and readings of an organization on its own endpoints and events. */
export const ownEndpointActs = [
  readOwnWebhook,
  setOwnWebhook,
  removeOwnWebhook,
  testOwnWebhook,
  listOwnDeliveries,
  listOwnEvents,
  resendOwnEvent,
  replayOwnEvents,
] as const
