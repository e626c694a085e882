import type { Ctx } from '../../../platform/http/context.ts'
import { FREE_TEMPLATE_ID, freightTemplates } from './freight-template.tables.ts'

/** Adds the initial template of every shop: free everywhere. */
export async function insertFreightTemplate({ db, now }: Ctx): Promise<void> {
  const row = {
    id: FREE_TEMPLATE_ID,
    name: '全国包邮',
    appoint: 0,
    type: 0,
    createdAt: now(),
    updatedAt: now(),
  } as const
  await db.insert(freightTemplates).overridingSystemValue().values(row).onConflictDoNothing()
}
