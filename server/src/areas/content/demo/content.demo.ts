import { type ArticleDraft, article } from '@zhanggui/contract/content/article.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, inTransaction, withContext } from '../../../platform/http/context.ts'
import { uploadDrawn } from '../../file/file/drawn-files.demo.ts'
import { saveArticle } from '../article/article.service.ts'
import { covers, drawCover } from './article-pictures.demo.ts'
import { pieces } from './article-words.demo.ts'

const DAY_MS = 24 * 3600_000
const GROUP = '装修图片'

/** Fills a demo shop without articles: some in three categories, one that is to come, one hidden, one not finished. */
export async function fillContentDemo(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select from article limit 1`)
  const stage = await readStage(ctx)
  if (rows.length || !stage.cids.size) return
  const pictures = await uploadDrawn(
    ctx,
    stage.groupId,
    covers.map((cover) => ({ name: `${cover.name}.webp`, svg: drawCover(cover) })),
  )
  await inTransaction(ctx, async (tx) => {
    for (const [index, { category, daysAgo, visit, sells, ...piece }] of pieces.entries()) {
      const cid = stage.cids.get(category)
      if (!cid) continue
      const at = new Date(tx.now().getTime() - Math.max(0, daysAgo) * DAY_MS)
      const draft: ArticleDraft = {
        ...piece,
        cid,
        image: pictures[index % pictures.length] ?? '',
        published: piece.published ?? true,
        productId: sells ? (stage.productIds[index % Math.max(1, stage.productIds.length)] ?? 0) : 0,
        ...(daysAgo < 0 && {
          publishTime: `${toWireTime(new Date(tx.now().getTime() - daysAgo * DAY_MS)).slice(0, 10)} 09:00:00`,
        }),
      }
      const { id } = await saveArticle(calling(withContext(tx, { now: () => at }), article.save), draft)
      await tx.db.execute(sql`update article set visit = ${visit} where id = ${id}`)
    }
  })
}

async function readStage({ db }: Ctx) {
  const { rows } = await db.execute<{
    groupId: number
    productIds: number[]
    categories: { id: number; name: string }[]
  }>(sql`
    select coalesce((select id from category where type = 2 and name = ${GROUP}), 0)::int as "groupId",
      array(select id::int from product where is_show and not is_recycle and not is_del order by sales desc, id limit 8) as "productIds",
      coalesce((select json_agg(json_build_object('id', id, 'name', name)) from category where type = 3), '[]') as categories`)
  const { groupId = 0, productIds = [], categories = [] } = rows[0] ?? {}
  return {
    groupId,
    productIds: productIds.map(Number),
    cids: new Map(categories.map(({ id, name }) => [name, Number(id)])),
  }
}
