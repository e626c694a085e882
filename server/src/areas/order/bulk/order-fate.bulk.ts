export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** What became of an order: milliseconds after it was made. */
export type Fate = {
  closeType: 0 | 1 | 2 | 3
  status: 0 | 1 | 2 | 3
  isCod: boolean
  isSent: boolean
  isPartSent: boolean
  isHeld: boolean
  isRemind: boolean
  isDeleted: boolean
  refunded?: 'whole' | 'sum'
} & Partial<
  Record<`${'paid' | 'closed' | 'sent' | 'received' | 'verified' | 'completed' | 'changed' | 'refund'}After`, number>
> &
  Partial<Record<`auto${'Receive' | 'Complete'}After`, number>>

/** Made a moment ago. */
export const nothing: Fate = {
  closeType: 0,
  status: 0,
  isCod: false,
  isSent: false,
  isPartSent: false,
  isHeld: false,
  isRemind: false,
  isDeleted: false,
}

/** What is a day or so old is shipped, a week later received, and after three weeks complete; some wait for long. */
export function fateOf({
  random,
  n,
  age,
  isPickup,
}: {
  random: () => number
  n: number
  age: number
  isPickup: boolean
}): Fate {
  const chance = random()
  const paidAfter = Math.floor((1 + 8 * random()) * MINUTE_MS)
  const sentAfter = DAY_MS + Math.floor(random() * DAY_MS)
  if (chance < 0.08) {
    const closeType = chance < 0.04 ? 1 : chance < 0.07 ? 2 : 3
    const closedAfter = closeType === 2 ? 61 * MINUTE_MS : 12 * MINUTE_MS
    return age > closedAfter ? { ...nothing, closeType, closedAfter, changedAfter: closedAfter } : nothing
  }
  const isCod = !isPickup && chance > 0.99
  if ((age < paidAfter || (age < HOUR_MS && n % 3)) && !isCod) return nothing
  const paid = isCod ? { isCod } : { paidAfter, changedAfter: paidAfter }
  if (isPickup) {
    const verifiedAfter = sentAfter
    if (age < verifiedAfter || chance > 0.97) return { ...nothing, ...paid }
    return received({ ...nothing, ...paid, verifiedAfter, isSent: true }, verifiedAfter, age, n)
  }
  const refundAfter = paidAfter + 3 * HOUR_MS
  if (!isCod && n % 25 === 4 && age > refundAfter)
    return { ...nothing, ...paid, refunded: 'whole', refundAfter, changedAfter: refundAfter }
  const waits = n % 2000 === 3
  const flags = { isHeld: n % 500 === 9, isRemind: n % 50 === 11, isPartSent: n % 300 === 13 }
  if (age < sentAfter || waits) return { ...nothing, ...paid, ...(age > 30 * HOUR_MS && flags) }
  const receivedAfter = sentAfter + 5 * DAY_MS
  const sent = { ...nothing, ...paid, sentAfter, changedAfter: sentAfter, isSent: true }
  if (age < receivedAfter) return { ...sent, status: 1, autoReceiveAfter: sentAfter + 7 * DAY_MS }
  const refunded = { refunded: 'sum', refundAfter: receivedAfter } as const
  return received(
    { ...sent, ...(isCod && { paidAfter: receivedAfter }), ...(n % 50 === 9 && refunded) },
    receivedAfter,
    age,
    n,
  )
}

/**
 * A paid order that nothing of is given back: it is sent, received and complete in time.
 * @param readyAfter when it may be sent, as `paidAfter`
 */
export function keptFate({
  n,
  age,
  paidAfter,
  readyAfter,
}: {
  n: number
  age: number
  paidAfter: number
  readyAfter: number
}): Fate {
  const paid = { ...nothing, paidAfter, changedAfter: readyAfter }
  const sentAfter = readyAfter + DAY_MS
  if (age < sentAfter) return paid
  const receivedAfter = sentAfter + 5 * DAY_MS
  const sent = { ...paid, sentAfter, changedAfter: sentAfter, isSent: true }
  if (age < receivedAfter) return { ...sent, status: 1, autoReceiveAfter: sentAfter + 7 * DAY_MS }
  return received(sent, receivedAfter, age, n)
}

function received(fate: Fate, receivedAfter: number, age: number, n: number): Fate {
  const completedAfter = receivedAfter + 15 * DAY_MS
  const now = { ...fate, receivedAfter, changedAfter: receivedAfter }
  if (age < completedAfter) return { ...now, status: 2, autoCompleteAfter: completedAfter }
  return { ...now, status: 3, completedAfter, changedAfter: completedAfter, isDeleted: n % 300 === 5 }
}
