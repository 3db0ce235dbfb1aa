export type { CitizenDevices } from './citizen-devices.ts'
export { citizenDevicesModule } from './module.ts'
export type { CitizenSession } from './sessions.ts'
export type { CitizenSettings } from './settings-of-citizen.ts'
