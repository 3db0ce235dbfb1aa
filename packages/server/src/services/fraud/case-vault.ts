export { type CaseVault, type CaseVaults, createCaseVaults } from '../../fraud-network/index.ts'
