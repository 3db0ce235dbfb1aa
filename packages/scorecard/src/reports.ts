export { createMonitoring, type Monitoring } from './report/monitoring.ts'
export { monitoringPage } from './report/monitoring-page.ts'
