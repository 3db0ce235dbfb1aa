import { type PriceItem, type PriceList, type PriceMode, priceTiers, tierOf } from '../../billing/index.ts'
import type { UsageGroup } from './charged-usage.ts'
import type { NewLine } from './issue-invoice.ts'
import { lineTexts } from './line-texts.ts'

/** What a group of charges used of the price list: its item, and each tier of its scopes. */
export type UsagePart = { description: string; quantity: number; unitPrice: number; amount: number }

/**
 * The parts of a group add up to its amount. An item of a batch never costs more than its quote, so that a part below zero
 * is possible.
 */
export const partsOf = (group: UsageGroup, list: PriceList): UsagePart[] => {
  const item = group.item as PriceItem
  const mode = group.mode as PriceMode
  const base = list.prices.items[item][mode]
  const parts: UsagePart[] = [
    {
      description: lineTexts.item(item, mode).en,
      quantity: group.quantity,
      unitPrice: base,
      amount: base * group.quantity,
    },
  ]
  for (const tier of priceTiers) {
    const unitPrice = list.prices.tiers[tier]
    const quantity = group.quantity * group.scopes.filter((scope) => tierOf(scope) === tier).length
    if (quantity > 0 && unitPrice > 0)
      parts.push({
        description: lineTexts.tier(tier).en,
        ...{ quantity, unitPrice, amount: unitPrice * quantity },
      })
  }
  const rest = group.amount - parts.reduce((sum, { amount }) => sum + amount, 0)
  if (rest !== 0)
    parts.push({
      description: lineTexts.difference.en,
      quantity: 1,
      unitPrice: rest,
      amount: rest,
    })
  return parts
}

/** The lines of an invoice: one for each item or tier and unit price. Its exact amount is rounded once. */
export const usageLines = (
  groups: readonly UsageGroup[],
  lists: ReadonlyMap<string, PriceList>,
): { lines: NewLine[]; lineOf: ReadonlyMap<UsageGroup, number> } => {
  const lines = new Map<string, NewLine>()
  const lineOf = new Map<UsageGroup, number>()
  for (const group of groups) {
    const list = lists.get(group.price_list_id)
    if (!list) throw new Error(`the price list ${group.price_list_id} does not exist`)
    for (const [index, part] of partsOf(group, list).entries()) {
      if (part.amount === 0) continue
      const key = `${part.description} ${part.unitPrice}`
      const line = lines.get(key)
      lines.set(key, {
        description: part.description,
        unitPrice: part.unitPrice,
        quantity: (line?.quantity ?? 0) + part.quantity,
        exactAmount: (line?.exactAmount ?? 0) + part.amount,
      })
      if (index === 0) lineOf.set(group, [...lines.keys()].indexOf(key) + 1)
    }
  }
  return { lines: [...lines.values()], lineOf }
}
