import {
  invalidSetting,
  parsedSetting,
  type ValuesOf,
  wholeNumberSetting,
} from '@nani/foundation/core/index.ts'

/** Parses `un=https://… us_sdn=https://…`. A repeated list has several files. A list without a value has none. */
const addressesOf = (text: string | null): Record<string, string[]> => {
  const addresses: Record<string, string[]> = {}
  for (const part of (text ?? '').split(/\s+/).filter((one) => one !== '')) {
    const [, list, url] = /^([a-z_]+)=(.*)$/.exec(part) ?? []
    if (!list || (url && !URL.canParse(url)))
      throw invalidSetting(
        `NANI_LIST_ADDRESSES must be a list such as un=https://example.org/un.xml, not "${part}".`,
      )
    const known = addresses[list] ?? []
    addresses[list] = url ? [...known, url] : known
  }
  return addresses
}

export const listsSettings = {
  /** Hours between two downloads of each screening list. 0: lists are never downloaded. */
  listsRefreshHours: wholeNumberSetting({
    variable: 'NANI_LISTS_REFRESH_HOURS',
    purpose:
      'Interval at which each [screening list](screening-lists.md) is downloaded from its publisher; checked every hour',
    byDefault: '`0`, never',
    ...{ initial: 0, max: 8_760 },
  }),
  /** URLs that replace the official ones. A list with an empty value is not fetched. */
  listAddresses: parsedSetting(
    {
      variable: 'NANI_LIST_ADDRESSES',
      purpose:
        'The sources of lists, separated by spaces: `un=https://… eu=https://…`. `pep=` without a value: not downloaded',
      byDefault: 'the official addresses',
    },
    addressesOf,
  ),
}

export type ListsSettings = ValuesOf<typeof listsSettings>
