import { BadInput, Refusal } from '../errors.ts'
import { amountText, yuanText } from '../money.ts'
import { splitFen } from '../split.ts'
import { refundShare } from './refund-share.ts'

/** What the calculator reads of an order. */
export type RefundedOrder = {
  payPriceFen: number
  payPostageFen: number
  /** What went back before, and what of it was freight. */
  refundPriceFen: number
  refundPostageFen: number
  /** Units sent by now. */
  sentNum: number
  /** Points it earns. */
  gainIntegral: number
}

/** What it reads of a line. */
export type RefundedLine = {
  id: number
  storeName: string
  sku: string
  skuId: number
  num: number
  sentNum: number
  cutNum: number
  refundNum: number
  afterNum: number
  payShareFen: number
  refundMoneyFen: number
  compensatedFen: number
  useIntegralShare: number
}

/** Units of a line. */
export type RefundUnits = { lineId: number; num: number }

/** What is asked for. Neither units nor an amount: everything that is left. */
export type RefundAsk = {
  /** Units to refund; without any it is a compensation, of money alone. */
  lines?: readonly RefundUnits[] | undefined
  /** The whole sum, freight in it; the defaults of the units otherwise. */
  amountFen?: number | undefined
  /** What of it is freight, where that is not decided. */
  postageFen?: number | undefined
  /** Units that had been sent go back on the shelf. */
  restock?: boolean | undefined
  /** The units of a case of the order: those in it count as free. Of a return those sent go first. */
  ofCase?: { lines: readonly RefundUnits[]; sentFirst: boolean } | undefined
  /** Points that the edit which asks for it gives besides: the words name what both come to. */
  pointsGiven?: number | undefined
}

/** What of one line goes back. */
export type RefundQuoteLine = {
  lineId: number
  num: number
  /** How many of them were never sent. */
  cutNum: number
  /** The most that can go back for these units; also what does by default. */
  maxFen: number
  moneyFen: number
  /** Points spent on it that come back. */
  points: number
  /** `163.07 × 1/2 = 81.53`; of all units the sum alone. */
  text: string
}

/** What a refund comes to. */
export type RefundQuote = {
  lines: RefundQuoteLine[]
  /** Money for no units. */
  isCompensation: boolean
  goodsFen: number
  postageFen: number
  /** The most freight that could go back, and whether the sum is decided: nothing was sent, and no unit remains. */
  postageMaxFen: number
  postageIsFixed: boolean
  totalFen: number
  /** The most that could go back as it is asked for. */
  maxFen: number
  paidFen: number
  refundedBeforeFen: number
  /** What is left after it. */
  leftFen: number
  /** Spent points that come back; earned points, and experience, that are taken back. */
  pointsBack: number
  pointsTaken: number
  experience: number
  /** No unit remains: the order ends refunded. */
  ends: boolean
  /** Units that go back on the shelf: never sent, or sent and restocked. */
  stock: { skuId: number; cutNum: number; returnedNum: number }[]
  /** The sum in words, which the dialog shows and the refund, the log and the case keep. */
  text: string
}

/**
 * What going back of units or money of a paid order comes to, to the fen: the one function of the dialog, the call and the
 * tests.
 * @param lines all lines of the order, in their order
 * @throws {BadInput} for units that are not there, named twice, or a sum of 0 for what cost something
 * @throws {Refusal} for more than can go back
 */
export function quoteRefund(order: RefundedOrder, lines: readonly RefundedLine[], ask: RefundAsk): RefundQuote {
  const leftFen = order.payPriceFen - order.refundPriceFen
  const asked = ask.ofCase?.lines ?? ask.lines
  const takesAll = !asked || isRest(lines, asked)
  const isAll = ask.amountFen === undefined ? !asked : ask.amountFen === leftFen && takesAll
  if (isAll) return sumUp(order, lines, ask, all(order, lines, ask))
  return sumUp(order, lines, ask, asked ? ofUnits(order, lines, ask, asked) : compensate(order, lines, ask))
}

/** Whether units are all that remain of an order. */
function isRest(lines: readonly RefundedLine[], asked: readonly RefundUnits[]): boolean {
  const numOf = (lineId: number) => asked.find((each) => each.lineId === lineId)?.num ?? 0
  return asked.length <= lines.length && lines.every(({ id, num, refundNum }) => numOf(id) === num - refundNum)
}

type Part = { line: RefundedLine; num: number; cutNum: number; maxFen: number; moneyFen: number }
type Plan = { parts: Part[]; postageFen: number; postageIsFixed: boolean; isCompensation: boolean; maxFen: number }

const restOf = (line: RefundedLine) => line.payShareFen - line.refundMoneyFen
const freightLeft = (order: RefundedOrder) => order.payPostageFen - order.refundPostageFen
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** All that is left: every unit, all money, all freight. */
function all(order: RefundedOrder, lines: readonly RefundedLine[], ask: RefundAsk): Plan {
  const parts = lines
    .map((line) => ({ line, num: line.num - line.refundNum, maxFen: restOf(line), moneyFen: restOf(line) }))
    .filter(({ num, moneyFen }) => num || moneyFen)
    .map((part) => ({ ...part, cutNum: cutOf(part.line, part.num, ask) }))
  const postageFen = freightLeft(order)
  const maxFen = order.payPriceFen - order.refundPriceFen
  return { parts, postageFen, postageIsFixed: true, isCompensation: false, maxFen }
}

/** Units, at their defaults or a lower amount spread over those. */
function ofUnits(
  order: RefundedOrder,
  lines: readonly RefundedLine[],
  ask: RefundAsk,
  asked: readonly RefundUnits[],
): Plan {
  const chosen = new Map(asked.map(({ lineId, num }) => [lineId, num]))
  if (chosen.size < asked.length) throw new BadInput('同一商品只能填写一次', 'lines')
  if (!asked.length) throw new BadInput('请选择退款商品', 'lines')
  for (const { lineId, num } of asked) {
    const line = lines.find(({ id }) => id === lineId)
    if (!line) throw new BadInput('订单中没有这个商品', 'lines')
    if (!Number.isSafeInteger(num) || num < 1) throw new BadInput('退款数量至少为1', 'lines')
    const free = line.num - line.refundNum - (ask.ofCase ? 0 : line.afterNum)
    if (num > free) throw new Refusal(`「${line.storeName}」退款数量不能大于可退数量 ${free}`)
  }
  const taken = lines.filter(({ id }) => chosen.has(id)).map((line) => ({ line, num: chosen.get(line.id) ?? 0 }))
  const defaults = taken.map(({ line, num }) => defaultOf(line, num))
  const isLast = lines.every((line) => line.refundNum + (chosen.get(line.id) ?? 0) === line.num)
  const postageIsFixed = order.sentNum === 0 && isLast
  const goodsMaxFen = sum(defaults)
  const postageFen = postageIsFixed
    ? Math.min(freightLeft(order), ask.amountFen ?? freightLeft(order))
    : typedPostage(order, ask)
  const maxFen = goodsMaxFen + postageFen
  const goodsFen = ask.amountFen === undefined ? goodsMaxFen : ask.amountFen - postageFen
  refuseMore(goodsFen, goodsMaxFen, maxFen)
  if (goodsFen + postageFen === 0 && goodsMaxFen > 0) throw new BadInput('退款金额必须大于0', 'amount')
  const shares = splitFen(goodsFen, defaults)
  const parts = taken.map(({ line, num }, index) => ({
    line,
    num,
    cutNum: cutOf(line, num, ask),
    maxFen: defaults[index] ?? 0,
    moneyFen: shares[index] ?? 0,
  }))
  return { parts, postageFen, postageIsFixed, isCompensation: false, maxFen }
}

/** Money for no units, spread over what was paid for the lines and has not gone back. */
function compensate(order: RefundedOrder, lines: readonly RefundedLine[], ask: RefundAsk): Plan {
  const rests = lines.map(restOf)
  const postageFen = typedPostage(order, ask)
  const goodsFen = (ask.amountFen ?? 0) - postageFen
  const maxFen = sum(rests) + postageFen
  refuseMore(goodsFen, sum(rests), maxFen)
  if (goodsFen + postageFen === 0) throw new BadInput('退款金额必须大于0', 'amount')
  const parts = splitFen(goodsFen, rests)
    .map((moneyFen, index) => ({ line: lines[index], moneyFen, maxFen: rests[index] ?? 0 }))
    .flatMap(({ line, ...part }) => (line && part.moneyFen ? [{ line, num: 0, cutNum: 0, ...part }] : []))
  return { parts, postageFen, postageIsFixed: false, isCompensation: true, maxFen }
}

function typedPostage(order: RefundedOrder, { postageFen = 0 }: RefundAsk): number {
  if (postageFen > freightLeft(order)) throw new Refusal(`退运费不能大于可退运费 ${yuanText(freightLeft(order))}`)
  return postageFen
}

function refuseMore(goodsFen: number, goodsMaxFen: number, maxFen: number): void {
  if (goodsFen < 0) throw new BadInput('退运费不能大于退款金额', 'postage')
  if (goodsFen > goodsMaxFen) throw new Refusal(`退款金额不能大于可退金额 ${yuanText(maxFen)}`)
}

/** What units of a line cost: with the last of them all of it is back, but for what staff kept. */
function defaultOf(line: RefundedLine, num: number): number {
  return Math.min(shareOf(line, num), restOf(line))
}

const netOf = (line: RefundedLine) => line.payShareFen - line.compensatedFen
const shareOf = (line: RefundedLine, num: number) => refundShare(netOf(line), line.num, line.refundNum, num)

/** How many of the units were never sent: those go first, of a return last. */
function cutOf(line: RefundedLine, num: number, { ofCase }: RefundAsk): number {
  const unsent = line.num - line.sentNum - line.cutNum
  const sent = line.sentNum - (line.refundNum - line.cutNum)
  return ofCase?.sentFirst ? Math.max(0, num - sent) : Math.min(num, unsent)
}

function sumUp(order: RefundedOrder, lines: readonly RefundedLine[], ask: RefundAsk, plan: Plan): RefundQuote {
  const { parts, postageFen, isCompensation } = plan
  const goodsFen = sum(parts.map(({ moneyFen }) => moneyFen))
  const totalFen = goodsFen + postageFen
  const numOf = (line: RefundedLine) => parts.find((part) => part.line.id === line.id)?.num ?? 0
  const ends = !isCompensation && lines.every((line) => line.refundNum + numOf(line) === line.num)
  const going = { totalFen, num: sum(parts.map(({ num }) => num)), ends }
  const taken = (gain: number) => keptOf(gain, order, lines) - keptOf(gain, order, lines, going)
  const quoted = parts.map((part) => ({ ...part, points: pointsOf(part.line, part.num) }))
  const pointsBack = sum(quoted.map(({ points }) => points))
  const pointsTaken = taken(order.gainIntegral)
  return {
    lines: quoted.map(({ line, ...part }) => ({ lineId: line.id, ...part, text: workOf(line, part, isCompensation) })),
    isCompensation,
    goodsFen,
    postageFen,
    postageMaxFen: freightLeft(order),
    postageIsFixed: plan.postageIsFixed,
    totalFen,
    maxFen: plan.maxFen,
    paidFen: order.payPriceFen,
    refundedBeforeFen: order.refundPriceFen,
    leftFen: order.payPriceFen - order.refundPriceFen - totalFen,
    pointsBack,
    pointsTaken,
    experience: taken(experienceOf(order)),
    ends,
    stock: stockOf(parts, ask.restock ?? false),
    text: wordsOf(order, plan, lines, { pointsBack, pointsTaken: pointsTaken - (ask.pointsGiven ?? 0) }),
  }
}

/** Experience that a paid order gave. */
export const experienceOf = ({ payPriceFen }: { payPriceFen: number }) => Math.floor(payPriceFen / 100)

/**
 * What an order keeps of points or experience it earned: by the money that has not gone back, of an order that cost nothing by
 * its units; nothing once it ends refunded.
 * @param going a refund that is not on the order yet
 */
export function keptOf(
  gain: number,
  { payPriceFen, refundPriceFen }: Pick<RefundedOrder, 'payPriceFen' | 'refundPriceFen'>,
  lines: readonly Pick<RefundedLine, 'num' | 'refundNum'>[],
  going: { totalFen: number; num: number; ends: boolean } = { totalFen: 0, num: 0, ends: false },
): number {
  if (going.ends) return 0
  const [num, back] = [sum(lines.map((line) => line.num)), sum(lines.map(({ refundNum }) => refundNum)) + going.num]
  const [rest, whole] = payPriceFen ? [payPriceFen - refundPriceFen - going.totalFen, payPriceFen] : [num - back, num]
  return whole ? Number((BigInt(gain) * BigInt(rest)) / BigInt(whole)) : gain
}

const pointsOf = (line: RefundedLine, num: number) =>
  num ? refundShare(line.useIntegralShare, line.num, line.refundNum, num) : 0

function stockOf(parts: readonly Part[], restock: boolean) {
  return parts
    .map(({ line, num, cutNum }) => ({ skuId: line.skuId, cutNum, returnedNum: restock ? num - cutNum : 0 }))
    .filter(({ cutNum, returnedNum }) => cutNum || returnedNum)
}

/** How the sum of one line came about. */
function workOf(line: RefundedLine, { num, moneyFen }: Omit<Part, 'line'>, isCompensation: boolean): string {
  if (isCompensation || !num) return amountText(moneyFen)
  const shareFen = shareOf(line, num)
  const work =
    num === line.num
      ? amountText(shareFen)
      : `${amountText(netOf(line))} × ${num}/${line.num} = ${amountText(shareFen)}`
  return moneyFen === shareFen ? work : `${work}，实退 ${amountText(moneyFen)}`
}

function wordsOf(
  order: RefundedOrder,
  { parts, postageFen, isCompensation }: Plan,
  lines: readonly RefundedLine[],
  { pointsBack, pointsTaken }: { pointsBack: number; pointsTaken: number },
): string {
  const isOneOfMany = (line: RefundedLine) => lines.filter(({ storeName }) => storeName === line.storeName).length > 1
  const nameOf = (line: RefundedLine) => (isOneOfMany(line) ? `${line.storeName} ${line.sku}` : line.storeName)
  const goods = parts.map((part) => `${nameOf(part.line)} ${workOf(part.line, part, isCompensation)}`)
  const goodsFen = sum(parts.map(({ moneyFen }) => moneyFen))
  return [
    ...(isCompensation && goodsFen ? [`补偿 ${amountText(goodsFen)}（${goods.join('，')}）`] : goods),
    ...(postageFen ? [`退运费 ${amountText(postageFen)}`] : freightLeft(order) ? ['不退运费'] : []),
    ...(pointsBack ? [`退回积分 ${pointsBack}`] : []),
    ...(pointsTaken > 0 ? [`扣回积分 ${pointsTaken}`] : pointsTaken < 0 ? [`增加积分 ${-pointsTaken}`] : []),
  ].join('；')
}
