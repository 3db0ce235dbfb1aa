export { createMonitoring, leastOfGroup, type MonitoredScore, type Monitoring } from './report/monitoring.ts'
export { monitoringPage } from './report/monitoring-page.ts'
