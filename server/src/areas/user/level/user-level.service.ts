import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { type LevelDraft, userLevel } from '@zhanggui/contract/user/user-level.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { audit } from '../../../platform/data/audit.ts'
import { wireRow } from '../../../platform/data/keep.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { requireSwitch } from '../../../platform/http/switching.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import * as levels from './user-level.repository.ts'

const WHAT = '用户等级'
const QUEUE = 'user-levels'
/** Customers per transaction. */
const BATCH = 1000

/** The job that gives customers the level they reach, after the levels changed. */
export function registerLevels({ jobs }: Platform): void {
  jobs.handle(QUEUE, { retries: 2, retrySeconds: 60 }, async (ctx, _, { signal }) => {
    for (let last = 0; !signal.aborted; ) {
      const ids = await retried(ctx, async (tx) => {
        const batch = await levels.lockNext(tx, last, BATCH)
        if (batch.length) await raiseLevels(tx, batch, '等级调整')
        return batch
      })
      if (!ids.length) return
      last = ids.at(-1) ?? last
    }
  })
}

/** All levels, the lowest first, with their numbers of customers. */
export async function listLevels(ctx: Ctx, { query }: RouteInput<typeof userLevel.list>) {
  const media = await readMedia(ctx)
  const rows = await levels.list(ctx, query.isShow)
  return rows.map(({ level, userCount }) => ({ ...describe(level, media), userCount }))
}

/**
 * Adds a level.
 * @throws 409 for a taken grade or name, 422 when experience does not rise with the grade
 */
export function saveLevel(ctx: Ctx, draft: LevelDraft) {
  return retried(ctx, async (tx) => {
    await levels.lockAll(tx)
    await judge(tx, draft, 0)
    const media = await readMedia(tx)
    const saved = await refuseTaken(
      levels.insert(tx, { ...draft, ...(draft.icon !== undefined && { icon: media.toStored(draft.icon) }) }),
      taken,
    )
    if (!saved) throw taken('user_level_name')
    await keepIcon(tx, saved.id, draft)
    await reapply(tx)
    await audit(tx, { objectId: saved.id, objectName: draft.name, after: await findLevel(tx, saved.id) })
    return saved
  })
}

/**
 * Changes a level; its customers keep it as long as they reach it.
 * @throws 404; 403 for showing or hiding it without that right; 409 for a taken grade or name, or another version; 422 when experience
 *   does not rise with the grade
 */
export function updateLevel(ctx: Ctx, id: number, { version, ...draft }: LevelDraft & { version?: number }) {
  return retried(ctx, async (tx) => {
    await levels.lockAll(tx)
    const row = await levels.lock(tx, id)
    if (!row) throw notFound(WHAT)
    requireSwitch(tx, userLevel.use.permission, row.isShow, draft.isShow)
    await judge(tx, draft, id)
    const before = await findLevel(tx, id)
    const media = await readMedia(tx)
    const change = { ...draft, ...(draft.icon !== undefined && { icon: media.toStored(draft.icon) }) }
    const saved = await refuseTaken(levels.update(tx, id, version, change), taken)
    if (!saved) throw versionConflict(before)
    await keepIcon(tx, id, draft)
    await reapply(tx)
    await audit(tx, { objectId: id, objectName: draft.name, before, after: await findLevel(tx, id) })
    return saved
  })
}

/** Shows or hides a level; the customers of a hidden one get the highest level they reach. @throws 404 */
export function useLevel(ctx: Ctx, { id, isShow }: { id: number; isShow: boolean }) {
  return retried(ctx, async (tx) => {
    await levels.lockAll(tx)
    const before = await findLevel(tx, id)
    const saved = before && (await levels.update(tx, id, undefined, { isShow }))
    if (!saved) throw notFound(WHAT)
    await reapply(tx)
    await audit(tx, { action: 'status', objectId: id, objectName: before.name, before, after: await findLevel(tx, id) })
    return saved
  })
}

/** Deletes a level; its customers get the highest level they reach. @throws 404 */
export function removeLevel(ctx: Ctx, id: number): Promise<Record<never, never>> {
  return retried(ctx, async (tx) => {
    await levels.lockAll(tx)
    const before = await findLevel(tx, id)
    if (!before || !(await levels.remove(tx, [id])).length) throw notFound(WHAT)
    await freeFiles(tx, 'user-level', id)
    await reapply(tx)
    await audit(tx, { objectId: id, objectName: before.name, before })
    return {}
  })
}

/**
 * Gives locked customers the level that their experience reaches.
 * @param tx a transaction
 * @param isQuiet nobody is told, as of what staff did to many at once
 */
export async function raiseLevels(tx: Ctx, uids: readonly number[], mark = '', isQuiet = mark !== ''): Promise<void> {
  const risen = await levels.applyLevels(tx, uids, mark)
  if (!isQuiet) for (const each of risen) await tellRisen(tx, each)
}

/** Tells a customer of a higher level. */
export const tellRisen = (tx: Ctx, { id, uid, name }: levels.Risen): Promise<void> =>
  tellBuyer(tx, { mark: 'levelUp', uid, bizId: id, link: '/vip', values: { level: name } })

const reapply = (tx: Ctx) => tx.platform.jobs.enqueue(tx, QUEUE, {})

/** Checks that a level fits between its neighbours, under the lock of all levels. */
async function judge(tx: Ctx, { grade, experience }: LevelDraft, id: number): Promise<void> {
  const { below, above } = await levels.findNeighbours(tx, grade, id)
  if (below?.grade === grade) throw taken('user_level_grade')
  if (below && experience <= below.experience)
    throw new Refusal(`所需经验应大于等级 ${below.grade}「${below.name}」的 ${below.experience}`)
  if (above && experience >= above.experience)
    throw new Refusal(`所需经验应小于等级 ${above.grade}「${above.name}」的 ${above.experience}`)
}

const taken = (index: string) =>
  index === 'user_level_grade' ? conflict('该等级已存在', 'grade') : conflict('等级名称已存在', 'name')

async function keepIcon(tx: Ctx, id: number, { icon, name }: LevelDraft): Promise<void> {
  if (icon !== undefined)
    await useFiles(tx, { type: 'user-level', id, field: 'icon', title: `用户等级「${name}」` }, icon)
}

/** A level as the wire shows it; undefined for none. */
export async function findLevel(ctx: Ctx, id: number) {
  const level = await levels.find(ctx, id)
  return level && describe(level, await readMedia(ctx))
}

function describe(level: levels.LevelRow, media: Media) {
  return { ...wireRow(level), icon: media.toWire(level.icon) }
}
