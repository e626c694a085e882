import type { FanMove } from '@zhanggui/domain/wechat/fan.ts'
import { bigint, index, integer, pgTable, smallint, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../../../platform/data/columns.ts'

/** What fans did: began to follow, left, scanned a code. By openid, as rows of people join. */
export const fanMoves = pgTable(
  'wechat_fan_move',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    openid: varchar({ length: 64 }).notNull(),
    move: smallint().$type<FanMove>().notNull(),
    codeId: rowId().notNull().default(0),
    at: moment().notNull(),
  },
  (move) => [
    index('wechat_fan_move_openid').on(move.openid, move.id),
    index('wechat_fan_move_at').on(move.at, move.move),
    index('wechat_fan_move_code').on(move.codeId, move.at),
  ],
)

/** The one comparison of the followers with WeChat's, which goes on where it stopped. */
export const fanSyncs = pgTable('wechat_fan_sync', {
  appid: varchar({ length: 32 }).primaryKey(),
  startedAt: moment().notNull(),
  finishedAt: moment(),
  /** The last fan that was read; '' at the beginning. */
  nextOpenid: varchar({ length: 64 }).notNull().default(''),
  seen: integer().notNull().default(0),
  total: integer().notNull().default(0),
})
