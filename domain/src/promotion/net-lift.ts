/** So many days before an activity say what its product sells otherwise. */
export const USUAL_DAYS = 7

/** Goods sold, less what went back, and their cost. */
export type Sold = { fen: number; costFen: number }

export type LiftFacts = {
  /** Whole days of the activity that are over. */
  days: number
  /** Its orders. */
  activity: Sold
  /** Other orders of its product: in the {@link USUAL_DAYS} before it, and on those days of it. */
  before: Sold
  during: Sold
  /** Given with its orders: points and coupons at what they take off an order. */
  giftsFen: number
}

/** What an activity brought beyond what its product would have brought without it; the parts add up to the last one. */
export type Lift = {
  soldFen: number
  /** What was sold less at the usual price; below zero where it was more. */
  fewerFen: number
  /** Of the units that were sold besides those; below zero where less was sold in all. */
  extraCostFen: number
  giftsFen: number
  netFen: number
}

/** Compares the days of an activity with as many usual ones. */
export function netLift({ days, activity, before, during, giftsFen }: LiftFacts): Lift {
  const usual = (of: number) => Math.round((of * days) / USUAL_DAYS)
  const fewerFen = usual(before.fen) - during.fen
  const extraCostFen = activity.costFen + during.costFen - usual(before.costFen)
  return {
    soldFen: activity.fen,
    fewerFen,
    extraCostFen,
    giftsFen,
    netFen: activity.fen - fewerFen - extraCostFen - giftsFen,
  }
}
