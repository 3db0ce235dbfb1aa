export { type Billing, createBilling, freeBilling, type PricedCall, type Quote } from './billing.ts'
export {
  type Charge,
  chargeOf,
  freeCharge,
  holdFunds,
  isFundsExceeded,
  releasedFundsEffect,
  releaseFunds,
} from './charge.ts'
export { type Cover, lockFundsOf, type Payer } from './cover.ts'
export { openDemoWallet, readDemoCreditLeft } from './demo-credit.ts'
export { type Entry, type LedgerAccount, type LedgerKind, postTransaction } from './ledger.ts'
export { billingModule, billingOfCellModule } from './module.ts'
export {
  type Currency,
  decimalOf,
  type Money,
  microsOfUnit,
  moneyOf,
  parseMicros,
  percentIn,
  percentOf,
  roundedToCents,
} from './money.ts'
export {
  type MoveFacts,
  markPosted,
  raiseAllowance,
  setAllAvailable,
  sourceOf,
  withBalances,
} from './move-funds.ts'
export { insertPriceList, priceListAdded, readPriceLists } from './price-lists.ts'
export {
  callPrice,
  listInEffect,
  type PriceItem,
  type PriceList,
  type PriceMode,
  type Prices,
  type PriceTier,
  priceItems,
  priceListObject,
  priceTiers,
  tierOf,
  vatPercentAt,
  vatRates,
} from './prices.ts'
export { readCommittedFunds, readCommittedFundsOf } from './read-funds.ts'
export {
  type Allowance,
  type BillingMode,
  balanceOf,
  type Funds,
  freeFunds,
  heldOf,
  leftOfLimit,
  lockWallet,
  owedOf,
  readAllowances,
  readTopUpsDue,
  readWallet,
  type Wallet,
  type WalletObject,
  walletObject,
  writeWallet,
} from './wallets.ts'
