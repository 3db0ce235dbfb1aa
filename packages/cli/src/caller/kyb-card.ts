import type { KybVerification } from '@nani/sdk'
import { printable, type Terminal } from '../terminal.ts'
import { type Block, claimLines, type Meaning, resultCard } from './result-card.ts'

type Business = NonNullable<KybVerification['business']>

const meaning: Meaning = {
  verified: ['good', 'a business that is active'],
  not_active: ['middling', 'a business that is not active'],
  not_found: ['bad', 'no business has this identifier'],
}

/** The text form of a business verification. */
export const kybCard = (verification: KybVerification, terminal: Pick<Terminal, 'color'>): string => {
  const { business, match = {} } = verification
  const blocks = business ? businessBlocks(business) : []
  return resultCard(verification, meaning, [...blocks, ['Claims', claimLines(match, terminal)]], terminal)
}

const facts = (...parts: unknown[]): string =>
  parts
    .filter((part) => part !== null && part !== undefined)
    .map(printable)
    .join(' · ')

const businessBlocks = (business: Business): Block[] => {
  const { identifiers, activity, share_capital: capital, address } = business
  return [
    [
      'Business',
      [
        printable(business.legal_name),
        facts(business.trade_name, business.legal_form, business.status, `since ${business.registered_on}`),
      ],
    ],
    [
      'Numbers',
      Object.entries(identifiers).flatMap(([type, value]) =>
        value === null ? [] : [`${printable(type).replaceAll('_', ' ').padEnd(6)}  ${printable(value)}`],
      ),
    ],
    ['Activity', activity ? [facts(activity.code, activity.label)] : []],
    ['Capital', capital ? [`${printable(capital.value)} ${printable(capital.currency)}`] : []],
    [
      'Address',
      address
        ? [
            [`${address.number} ${address.avenue}`, address.quartier, address.commune, address.city]
              .map(printable)
              .join(', '),
          ]
        : [],
    ],
    [
      'Officers',
      (business.officers ?? []).map(({ full_name, role, since, svc_id }) =>
        facts(full_name, role, `since ${since}`, svc_id),
      ),
    ],
    [
      'Owners',
      (business.beneficial_owners ?? []).map(({ full_name, share, svc_id }) =>
        facts(full_name, `${Math.round(share * 10_000) / 100} %`, svc_id),
      ),
    ],
  ]
}
