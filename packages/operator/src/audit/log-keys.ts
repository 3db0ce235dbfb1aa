import { columns } from '@nani/cli'
import type { RotatedLogKey } from '@nani/server/app/audit-transparency/index.ts'

export const overlapOfLogKey = {
  ...{ text: 'how many days the earlier key signs too', as: 'overlap', value: 'days', default: 30 },
}

export const rotatedLogKeysText = (keys: RotatedLogKey[]): string => {
  const rows = keys.map((one) => [one.environment, one.key, one.previous, one.previous_signs_until])
  return `${columns([['ENVIRONMENT', 'KEY', 'EARLIER KEY', 'SIGNS UNTIL'], ...rows])}\n`
}
