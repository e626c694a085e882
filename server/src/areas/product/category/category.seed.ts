import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** Groups of the media library that a shop begins with. */
const mediaGroups = ['商品图片', '评论图片', '装修图片', '采集', '图床']

/** Adds the first groups of the media library, where there are none. */
export async function insertMediaGroups({ db }: Ctx): Promise<void> {
  await db.execute(sql`
    insert into category (type, name, sort)
    select 2, name, cardinality(${sql.param(mediaGroups)}::text[]) - place
    from unnest(${sql.param(mediaGroups)}::text[]) with ordinality as given(name, place)
    where not exists (select from category where type = 2)`)
}
