export { type AddressList, addressList, plainAddress } from './address-list.ts'
export type { Application, ApplicationDirectory, Quota } from './application.ts'
