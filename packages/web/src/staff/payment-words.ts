import type { PaymentMethod } from '@nani/contract'
import type { Say } from './language.tsx'

export const paymentMethodName = (say: Say, method: PaymentMethod): string =>
  ({
    bank_transfer: say('Bank transfer', 'Virement'),
    mobile_money: say('Mobile money', 'Argent mobile'),
    cash: say('Cash', 'Espèces'),
  })[method]
