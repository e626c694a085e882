/** What is fixed when a recharge is made, and what of it went back before; in fen. */
export type Recharged = { priceFen: number; giveFen: number; refundedFen: number }

/**
 * What of the gift goes with money that goes back: its share of all that went back by then, less what the money before took.
 * All of the price takes all of the gift.
 * @param amountFen of the price; 0 to what is left
 */
export function giftBack({ priceFen, giveFen, refundedFen }: Recharged, amountFen: number): number {
  const share = (fen: number) => Math.floor((giveFen * fen) / priceFen)
  return share(refundedFen + amountFen) - share(refundedFen)
}

/** Whether the gift stays, or goes back with the money. */
export const rechargeRefundTypes = { 1: '退本金', 2: '退本金并扣回赠送' } as const
export type RechargeRefundType = keyof typeof rechargeRefundTypes

/** The gift that a refund of this type takes. */
export const giftOfType = (of: Recharged, amountFen: number, type: RechargeRefundType): number =>
  type === 2 ? giftBack(of, amountFen) : 0

/** The most of the price that can go back while the customer has this balance. */
export function mostBack(of: Recharged, type: RechargeRefundType, balanceFen: number): number {
  // What is taken grows with what goes back, so the greatest fit is found by halving.
  let [fits, most] = [0, Math.max(0, of.priceFen - of.refundedFen)]
  while (fits < most) {
    const middle = Math.ceil((fits + most) / 2)
    if (middle + giftOfType(of, middle, type) <= balanceFen) fits = middle
    else most = middle - 1
  }
  return fits
}
