import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { userImport } from '@zhanggui/contract/user/user-import.ts'
import { userSheetColumns } from '@zhanggui/domain/user/user-import.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, withContext } from '../../../platform/http/context.ts'
import * as imports from './user-import.repository.ts'
import { checkImport } from './user-import.service.ts'
import { runImport } from './user-import-run.service.ts'

const HOURS = 20
const columns = [
  ...['phone', 'nickname', 'realName', 'sex', 'birthday', 'tags', 'levelName', 'money', 'points'],
  ...['isPromoter', 'spreadPhone', 'firstSeen', 'pastMoney', 'pastCount'],
] as (keyof typeof userSheetColumns)[]

const names =
  '周岚 何书桐 吴可心 郑一鸣 冯若溪 韩小北 曹安然 许知远 沈青禾 唐果 邓晓雯 彭予安 曾慧 萧然 田野 董思源'.split(' ')
const phoneOf = (n: number) => `1560000${String(1101 + n * 37).padStart(4, '0')}`

/** Adds an import to a demo shop: the customers of an older shop, with what it owed them, two of whom bring no phone. */
export async function fillUserImportDemo(ctx: Ctx): Promise<void> {
  if ((await ctx.db.execute(sql`select from user_import limit 1`)).rowCount) return
  const { rows } = await ctx.db.execute<{ phone: string }>(
    sql`select phone from shop_user where is_promoter and status and phone is not null order by id limit 1`,
  )
  const promoter = rows[0]?.phone ?? ''
  const lines = names.map((name, n) => [
    n === 5 ? '1560000' : n === 11 ? '' : phoneOf(n),
    name.slice(1) || name,
    name,
    n % 2 ? '女' : '男',
    n % 3 ? '' : `199${n % 10}-0${1 + (n % 9)}-1${n % 9}`,
    n % 4 ? '老店客户' : '老店客户、爱咖啡',
    n % 5 ? '' : '银卡',
    n % 3 ? '' : `${18 + n * 4.5}`,
    n % 2 ? `${n * 15}` : '',
    n === 0 ? '是' : '',
    n === 0 ? promoter : n === 3 || n === 6 ? phoneOf(0) : '',
    `202${n % 4}-0${1 + (n % 8)}-1${n % 9}`,
    `${(n * 137.5 + 66).toFixed(2)}`,
    `${1 + (n % 9)}`,
  ])
  const sheet = [columns.map((column) => userSheetColumns[column]), ...lines].map((line) => line.join(',')).join('\r\n')
  await bring(ctx, '老店会员.csv', Buffer.from(`\uFEFF${sheet}\r\n`))
}

/** Checks a sheet as of some hours ago, and carries it out. */
async function bring(ctx: Ctx, name: string, content: Buffer): Promise<void> {
  const then = withContext(ctx, {
    now: () => new Date(ctx.now().getTime() - HOURS * 3600_000),
    origin: { ...ctx.origin, requestId: 'demo-user-import', route: userImport.upload },
  })
  const folder = join(ctx.platform.config.dataFolder, 'receiving', randomBytes(16).toString('hex'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const path = join(folder, '0')
    await writeFile(path, content)
    const hash = createHash('sha256').update(content).digest('hex')
    const received = { name, extension: 'csv', path, bytes: content.length, hash }
    const { importId } = await checkImport(then, [received], { mode: 'upsert' })
    const confirmed = { confirmedBy: ctx.actor.userId, confirmTime: then.now() }
    await imports.update(then, importId, { status: 'running', ...confirmed })
    await runImport(then, { importId }, { progress: async () => {} })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
