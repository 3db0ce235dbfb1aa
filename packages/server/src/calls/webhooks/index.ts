export { answerContext } from './delivery/attempt-delivery.ts'
export type { DispatcherDependencies } from './delivery/dispatcher.ts'
export { announceDue, createDueAnnouncer } from './delivery/due-announcements.ts'
export { type Delivery, type DeliveryAttempt, listDeliveries } from './delivery/list-deliveries.ts'
export { openDispatcher, webhookAnswersVault } from './delivery/open-dispatcher.ts'
export { sendEventAgain, sendEventsAgain } from './delivery/resend-acts.ts'
export { type Sent, sendEvent } from './delivery/send-event.ts'
export { webhookPolicies } from './endpoints/endpoint-policies.ts'
export {
  readWebhook,
  setWebhook,
  showWebhook,
  type WebhookDependencies,
  type WebhookEndpoint,
} from './endpoints/endpoint-settings.ts'
export { eventEndpoints } from './events/event-endpoints.ts'
export { renderEvents } from './events/read-events.ts'
export { webhooksModule } from './module.ts'
export { ownEndpointActs } from './own-endpoint/index.ts'
