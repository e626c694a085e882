import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { hashToken, newToken } from '../../../platform/security/token.ts'
import { apiKeys } from './api-key.tables.ts'

const YEAR_MS = 365 * 24 * 3600_000

/** A typical key for an ERP, disabled: its secret is known to nobody. */
export async function fillApiKeyDemo(tx: Ctx): Promise<void> {
  const { rows } = await tx.db.execute<{ id: number }>(
    sql`select id from admin_user where deleted_at is null order by id limit 1`,
  )
  const userId = rows[0]?.id
  if (!userId) throw new Error('the demo shop has no administrator')
  const createdAt = tx.now()
  await tx.db.insert(apiKeys).values({
    userId,
    name: 'ERP对接（示例）',
    prefix: 'sk_demo0000',
    keyHash: hashToken(newToken()),
    scopes: ['admin:express:list', 'admin:system:dept:list'],
    dataScope: '全部',
    ipAllow: ['203.0.113.0/24'],
    rateLimit: 60,
    expiresAt: new Date(createdAt.getTime() + YEAR_MS),
    enabled: false,
    createdBy: userId,
    createdAt,
  })
}
