export { notifierModule, type PushOffer } from './module.ts'
export { subscriptionActs } from './subscription-acts.ts'
