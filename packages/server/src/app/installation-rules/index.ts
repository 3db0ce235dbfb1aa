export {
  type InstallationRule,
  type InstallationRules,
  installationRules,
  readRules,
  requireStored,
} from './rules.ts'
export { settleRule } from './settle-rule.ts'
