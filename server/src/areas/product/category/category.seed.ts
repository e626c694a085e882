import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { categories } from './category.tables.ts'

/** The initial groups of the media library. */
const mediaGroups = ['商品图片', '评论图片', '装修图片', '采集', '图床']

/** Adds the initial groups of the media library if it has none. */
export async function insertMediaGroups({ db }: Ctx): Promise<void> {
  await db.execute(sql`
    insert into category (type, name, sort)
    select 2, name, cardinality(${sql.param(mediaGroups)}::text[]) - place
    from unnest(${sql.param(mediaGroups)}::text[]) with ordinality as given(name, place)
    where not exists (select from category where type = 2)`)
}

/** Adds the category of the first products: every product needs one. */
export async function insertDefaultCategory({ db, now }: Ctx): Promise<void> {
  await db.insert(categories).values({ name: '默认分类', createdAt: now(), updatedAt: now() }).onConflictDoNothing()
}
