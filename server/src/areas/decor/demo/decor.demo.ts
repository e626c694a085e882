import { activityStyle, type StyleDraft } from '@zhanggui/contract/decor/activity-style.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, inTransaction, withContext } from '../../../platform/http/context.ts'
import { uploadDrawn } from '../../file/file/drawn-files.demo.ts'
import { saveStyle } from '../activity-style/activity-style.service.ts'
import { fillAgreementDemo } from './agreements.demo.ts'
import { fillPageDemo } from './pages.demo.ts'
import { drawFrame, drawStrip, inks } from './style-pictures.demo.ts'

const DAY_MS = 24 * 3600_000
const GROUP = '装修图片'

/**
 * Fills a demo shop without styles: a frame that dresses the first category, one for some products that is to come, and a strip on the
 * pages of all products.
 */
export async function fillDecorDemo(ctx: Ctx): Promise<void> {
  await fillPageDemo(ctx)
  await fillAgreementDemo(ctx)
  const { rows } = await ctx.db.execute(sql`select from activity_style limit 1`)
  const stage = await readStage(ctx)
  if (rows.length || !stage) return
  const [red = '', green = '', strip = ''] = await uploadDrawn(ctx, stage.groupId, [
    { name: '大促边框.webp', svg: drawFrame(inks.red) },
    { name: '上新边框.webp', svg: drawFrame(inks.green) },
    { name: '大促氛围.webp', svg: drawStrip(inks.red) },
  ])
  await inTransaction(ctx, async (tx) => {
    const then = withContext(tx, { now: () => new Date(tx.now().getTime() - 3 * DAY_MS) })
    const day = (days: number) => toWireTime(new Date(tx.now().getTime() + days * DAY_MS)).slice(0, 10)
    const days = (from: number, to: number) => ({ startTime: `${day(from)} 00:00:00`, endTime: `${day(to)} 23:59:59` })
    const styles: StyleDraft[] = [
      {
        name: '年终大促边框',
        type: 0,
        style: red,
        status: true,
        method: 3,
        targetIds: [stage.categoryId],
        ...days(-2, 9),
      },
      {
        name: '新品上架边框',
        type: 0,
        style: green,
        status: true,
        method: 1,
        targetIds: stage.productIds,
        ...days(3, 17),
      },
      { name: '年终大促氛围', type: 1, style: strip, status: true, method: 0, ...days(-2, 9) },
    ]
    for (const style of styles) await saveStyle(calling(then, activityStyle.save), style)
  })
}

type Stage = { groupId: number; categoryId: number; productIds: number[] }

/** What styles are for; undefined in a shop without goods. */
async function readStage({ db }: Ctx): Promise<Stage | undefined> {
  const { rows } = await db.execute<Stage>(sql`
    select coalesce((select id from category where type = 2 and name = ${GROUP}), 0) as "groupId",
      (select id from category where type = 1 and pid = 0 and status order by sort desc, id limit 1) as "categoryId",
      array(select id from product where is_show and not is_recycle and not is_del order by id desc limit 8) as "productIds"`)
  const [stage] = rows
  return stage?.categoryId && stage.productIds.length
    ? { ...stage, productIds: stage.productIds.map(Number) }
    : undefined
}
