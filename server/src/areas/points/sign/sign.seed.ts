import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

const INTEGRALS = [5, 10, 15, 20, 25, 30, 50]
const EXPERIENCE = 10

/** Adds the rewards of the first week if there are none. */
export async function insertSignRewards({ db }: Ctx): Promise<void> {
  await db.execute(sql`
    insert into sign_reward (day, title, integral, experience)
    select day, '第' || day || '天', integral, ${EXPERIENCE}
    from unnest(${sql.param(INTEGRALS)}::int[]) with ordinality as given(integral, day)
    where not exists (select from sign_reward)
    on conflict do nothing`)
}
