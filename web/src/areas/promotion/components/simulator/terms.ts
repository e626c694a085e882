import { moneyText } from '../../../../kit/text/money.tsx'

/** 满 100 减 20, 无门槛减 5. */
export function termsOf({ money, minPrice }: { money: number; minPrice: number }): string {
  return minPrice > 0 ? `满 ${plain(minPrice)} 减 ${plain(money)}` : `无门槛减 ${plain(money)}`
}

const plain = (yuan: number) => moneyText(yuan, false).replace(/\.00$/, '')
