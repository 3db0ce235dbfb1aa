export { alarmReadings } from './alarm-readings.ts'
export { type Alarm, listAlarms, noApplication, raiseAlarm } from './alarms.ts'
export {
  type AuthenticationFailure,
  authenticationCodes,
  listAuthenticationFailures,
} from './authentication-failures.ts'
export type { Lookup } from './lookup-watch.ts'
export { type Detection, detectionModule } from './module.ts'
