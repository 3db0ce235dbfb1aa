export { notifierModule, type PushOffer } from './module.ts'
