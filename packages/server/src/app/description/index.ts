export { describeApi } from './describe-api.ts'
export { referencePage } from './page/reference-page.ts'
export type { PlainRoute } from './plain-route.ts'
