import type { MiniVersion } from '@zhanggui/domain/wechat/mini-code.ts'
import { bigint, customType, index, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/data/columns.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Pictures that WeChat drew, kept for thirty days. */
export const miniCodes = pgTable(
  'wechat_mini_code',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    appid: varchar({ length: 32 }).notNull(),
    path: varchar({ length: 128 }).notNull(),
    scene: varchar({ length: 32 }).notNull(),
    width: smallint().notNull(),
    env: varchar({ length: 8 }).$type<MiniVersion>().notNull(),
    mime: varchar({ length: 32 }).notNull(),
    content: bytes().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (code) => [
    uniqueIndex('wechat_mini_code_same').on(code.appid, code.path, code.scene, code.width, code.env),
    index('wechat_mini_code_created').on(code.createdAt),
  ],
)
