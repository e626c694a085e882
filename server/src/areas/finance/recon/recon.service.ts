import type { ReconNight } from '@zhanggui/contract/finance/gateway-bill.ts'
import { type FoundDiff, judgeDiffs } from '@zhanggui/domain/finance/gateway-bill.ts'
import { gapOf, type RootKind, rangeOfNight, reconGroups, saysOf } from '@zhanggui/domain/finance/recon.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { toWireDay, wireTime } from '@zhanggui/domain/time.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { notify } from '../../message/notice/notification.service.ts'
import type { Equation } from '../../order/recon/equation.ts'
import { type Among, equations, type FoundBad, findBad } from '../../order/recon/recon.service.ts'
import * as diffs from '../gateway-bill/bill-diff.repository.ts'
import * as books from './recon.repository.ts'

/** When its time is over, a night stores how far it came; the next one goes on there. */
const NIGHT_MS = 10 * 60_000
/** Above this many of one equation in one part, only the first are reported: the fault is a common one. */
const MAX_BAD = 1000
/** Work that began before the last night and was committed after it is looked at again. */
const OVERLAP_MS = 3600_000
const OVERLAP_LOGS = 1000
const SETTLED = '核对后已平'

/** Bills have a run of their own. */
const nightly = equations.filter(({ equation }) => equation !== diffs.BILLS)

/** What a night has found so far. */
type Tally = {
  looked: Partial<Record<RootKind, number>>
  opened: number
  gone: number
  /** The first of what is new, in words. */
  shown: string[]
  isWhole: boolean
}

/**
 * Looks at all equations over what changed since the last night, what is not settled, and a seventh of all objects. What does not hold is
 * stored and reported, never repaired; statements only read, so nobody waits for it.
 * @returns how many objects were looked at
 */
export async function lookAtNight(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const startedAt = ctx.now()
  const isOver = () => signal.aborted || ctx.now().getTime() - startedAt.getTime() > NIGHT_MS
  const logId = await books.lastLogId(ctx)
  const before = await books.lastNight(ctx)
  const since: books.Since = {
    at: new Date((before?.startedAt ?? startedAt).getTime() - OVERLAP_MS),
    logId: (before?.logId ?? logId) - OVERLAP_LOGS,
  }
  const tally: Tally = { looked: {}, opened: 0, gone: 0, shown: [], isWhole: true }
  const unsettled = await books.listUnsettled(ctx)
  await lookAt(ctx, 'shop', undefined, tally)
  for (const kind of books.rangedKinds) {
    if (await isLookedAtWhole(ctx, kind)) continue
    const open = unsettled.filter(({ of }) => of === kind).map(({ root }) => root)
    const changed = new Set([...open, ...(await books.listChanged(ctx, kind, since))])
    if (!(await lookAtIds(ctx, kind, [...changed], tally, isOver))) tally.isWhole = false
  }
  for (const kind of books.rangedKinds) if (!(await lookAtRange(ctx, kind, tally, isOver))) tally.isWhole = false
  // What changed and was not reached is new to the next night, too.
  const seen = tally.isWhole || !before ? { startedAt, logId } : { startedAt: before.startedAt, logId: before.logId }
  await inTransaction(ctx, async (tx) => {
    const { looked, opened, gone, isWhole } = tally
    await books.storeNight(tx, {
      ...seen,
      finishedAt: tx.now(),
      tookMs: tx.now().getTime() - startedAt.getTime(),
      looked,
      opened,
      gone,
      isWhole,
    })
    await tell(tx, tally)
  })
  return Object.values(tally.looked).reduce((sum, num) => sum + num, 0)
}

const partOf = async (ctx: Ctx, kind: books.RangedKind) =>
  rangeOfNight(await books.nextOf(ctx, kind), await books.maxId(ctx, kind))

/** Of a small shop the night's part is everything. */
async function isLookedAtWhole(ctx: Ctx, kind: books.RangedKind): Promise<boolean> {
  const { from, next } = await partOf(ctx, kind)
  return from === 1 && next === 1
}

/** @returns whether all of them were looked at */
async function lookAtIds(
  ctx: Ctx,
  kind: books.RangedKind,
  ids: readonly number[],
  tally: Tally,
  isOver: () => boolean,
): Promise<boolean> {
  const size = Math.min(2000, books.chunkOf(kind))
  for (let index = 0; index < ids.length; index += size) {
    if (isOver()) return false
    await lookAt(ctx, kind, { ids: ids.slice(index, index + size) }, tally)
  }
  return true
}

/** @returns whether the night's part of the ids was looked at to its end */
async function lookAtRange(ctx: Ctx, kind: books.RangedKind, tally: Tally, isOver: () => boolean): Promise<boolean> {
  const size = books.chunkOf(kind)
  const part = await partOf(ctx, kind)
  for (let from = part.from; from < part.to; from += size) {
    if (isOver()) return false
    const to = Math.min(from + size, part.to)
    await lookAt(ctx, kind, { from, to }, tally)
    await books.keepNext(ctx, kind, to < part.to ? to : part.next)
  }
  return true
}

/** Looks at the equations of a kind, among some of its objects. One that cannot be read does not hide what the others find. */
async function lookAt(ctx: Ctx, kind: RootKind, among: Among | undefined, tally: Tally): Promise<void> {
  if (kind !== 'shop' && among)
    tally.looked[kind] = (tally.looked[kind] ?? 0) + (await books.countAmong(ctx, kind, among))
  for (const equation of nightly) {
    if (equation.of !== kind) continue
    try {
      const { opened, gone } = await keepDiffs(ctx, equation, among)
      tally.opened += opened.length
      tally.gone += gone
      for (const { object, expected, found } of opened)
        if (tally.shown.length < 5) tally.shown.push(`${object}：应为${expected}，实为${found}`)
    } catch (error) {
      ctx.log.error(
        { err: error, equation: equation.equation, what: equation.what },
        'an equation could not be looked at',
      )
      tally.isWhole = false
    }
  }
}

/** Keeps what differs now of an equation, among some objects; what was kept of them and is not found any more is gone. */
async function keepDiffs(
  ctx: Ctx,
  equation: Equation,
  among: Among | undefined,
): Promise<{ opened: FoundDiff[]; gone: number }> {
  const { what, of } = equation
  const bad = await findBad(ctx, equation, { ...(among && { among }), most: MAX_BAD })
  if (!bad.length && !(await books.hasKept(ctx, what, among))) return { opened: [], gone: 0 }
  return inTransaction(ctx, async (tx) => {
    const day = toWireDay(tx.now())
    const found = bad.map((each) => ({ ...describe(equation, each, day), what, rootKind: of, rootId: each.root }))
    const objects = found.map(({ object }) => object)
    const kept = await books.lockKept(tx, { what, among, objects })
    const { opened, seen, gone } = judgeDiffs(kept, found)
    const place = { equation: equation.equation, provider: 'shop', account: '' } as const
    const news = new Set(opened.map(({ object }) => object))
    const days = new Map(kept.map((diff) => [diff.object, diff.day]))
    await diffs.storeOpen(
      tx,
      place,
      found.filter(({ object }) => news.has(object)),
    )
    await diffs.noteSeen(
      tx,
      place,
      seen.map((diff) => ({ ...diff, day: days.get(diff.object) ?? day })),
    )
    // Of what was cut off nobody knows whether it is still there.
    const settled = bad.length < MAX_BAD ? gone.map(({ object }) => object) : []
    const handling = { note: SETTLED, operatorId: tx.caller?.userId ?? 0, operatorName: tx.caller?.name ?? '系统' }
    await diffs.settleGone(tx, place, settled, handling)
    return { opened, gone: settled.length }
  })
}

function describe({ what, says }: Equation, { object, expected, found }: FoundBad, day: string): FoundDiff {
  return {
    kind: 'books',
    object: cutText(`${what} ${object}`, 96),
    no: cutText(object, 64),
    day,
    amountFen: gapOf(expected, found, says),
    expected: cutText(saysOf(expected, says), 255),
    found: cutText(saysOf(found, says), 255),
  }
}

async function tell(tx: Ctx, { opened, shown }: Tally): Promise<void> {
  if (!opened) return
  await notify(tx, {
    event: 'recon.diff',
    level: 'warn',
    title: `夜间对账发现 ${opened} 处账目不平`,
    content: shown.join('；'),
    link: '/finance/bill',
  })
}

/** Looks at the object of a difference of the shop's books once more, by the equation that found it. */
export async function lookAgain(ctx: Ctx, { what, rootKind, rootId }: diffs.DiffRow): Promise<void> {
  const equation = nightly.find((each) => each.what === what)
  if (equation) await keepDiffs(ctx, equation, rootKind === 'shop' ? undefined : { ids: [rootId] })
}

/** What the last night looked at, and what is open of it. @throws 404 for accounts that see their stores alone */
export async function getNight(ctx: Ctx): Promise<ReconNight> {
  if (ctx.actor.scope.storeIds) throw notFound('对账单')
  const night = await books.lastNight(ctx)
  const open = await books.countOpen(ctx)
  return {
    time: wireTime(night?.finishedAt ?? null),
    seconds: Math.round((night?.tookMs ?? 0) / 1000),
    isWhole: night?.isWhole ?? true,
    groups: reconGroups.map(({ equations: names, name, of }) => ({
      name,
      looked: night?.looked[of] ?? 0,
      openCount: names.reduce((sum, each) => sum + (open[each] ?? 0), 0),
    })),
  }
}
