/** How far a day's bill is. */
export const billStates = { waiting: '账单未出', failed: '下载失败', done: '已对账' } as const
export type BillState = keyof typeof billStates

/** In what a bill and the shop differ. */
export const diffKinds = {
  theirs: '渠道有、店里没有',
  ours: '店里有、渠道账单没有',
  amount: '金额不同',
  number: '交易单号不同',
  double: '账单里出现多次',
  odd: '账单里有无法识别的内容',
  books: '店里账目不平',
} as const
export type DiffKind = keyof typeof diffKinds

/** What became of a difference; what is found again after it was settled is open again. */
export const diffStates = { open: '待处理', explained: '已说明', gone: '已平' } as const
export type DiffState = keyof typeof diffStates

/** Who sends bills. */
export const billProviders = { wechat: '微信支付', sim: '模拟支付' } as const
export type BillProvider = keyof typeof billProviders

/** Where a difference is: in the bill of a provider, or in the shop's own books. */
export const diffProviders = { ...billProviders, shop: '店内账目' } as const
export type DiffProvider = keyof typeof diffProviders

/** A difference, as it is found. */
export type FoundDiff = {
  kind: DiffKind
  /** What differs, named once for ever: `pay:<number>`, `refund:<number>`; in the shop's books the words of the equation and its object. */
  object: string
  /** The number of the attempt or the refund at the provider; '' for a line nobody can read. */
  no: string
  /** The bill's day, or the one it was found first. */
  day: string
  amountFen: number
  expected: string
  found: string
}

/** A difference that is kept. */
export type KeptDiff = FoundDiff & { state: DiffState }

/** What becomes of the differences that are kept, by those that are found now. */
export type DiffChanges = { opened: FoundDiff[]; seen: FoundDiff[]; gone: KeptDiff[] }

/**
 * Compares what is found with what is kept. What was explained stays so as long as it is the same; what was settled and is found
 * again is open again, in the same row.
 * @param kept all that the look may find, whether open or not
 */
export function judgeDiffs(kept: readonly KeptDiff[], found: readonly FoundDiff[]): DiffChanges {
  const known = new Map(kept.map((diff) => [diff.object, diff]))
  const changes: DiffChanges = { opened: [], seen: [], gone: [] }
  const objects = new Set<string>()
  for (const diff of found) {
    if (objects.has(diff.object)) continue
    objects.add(diff.object)
    const before = known.get(diff.object)
    const isNews = !before || before.state === 'gone' || (before.state === 'explained' && !isSame(before, diff))
    changes[isNews ? 'opened' : 'seen'].push(diff)
  }
  changes.gone = kept.filter(({ object, state }) => state !== 'gone' && !objects.has(object))
  return changes
}

const isSame = (one: FoundDiff, other: FoundDiff): boolean =>
  one.kind === other.kind && one.expected === other.expected && one.found === other.found
