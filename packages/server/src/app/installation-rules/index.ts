export { readRules, requireStored } from './rules.ts'
export { settleRule } from './settle-rule.ts'
