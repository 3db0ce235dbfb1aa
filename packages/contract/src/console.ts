/** The schemas of the console's API. They are an entry of their own, so that other programs do not load them. */

export * from './schemas/console/compliance.ts'
export * from './schemas/console/conformance.ts'
export * from './schemas/console/conformance-reasons.ts'
export * from './schemas/console-applications.ts'
export * from './schemas/console-billing.ts'
export * from './schemas/console-logs.ts'
export * from './schemas/console-organizations.ts'
export * from './schemas/console-people.ts'
export * from './schemas/console-reviews.ts'
