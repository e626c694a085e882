import type { LiveSource } from '@zhanggui/domain/live/live.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { liveGoods } from '../goods/live-goods.tables.ts'

/** A replay as WeChat reports it; its address expires at `expireTime`. */
export type StoredReplay = { mediaUrl: string; createTime: string; expireTime: string | null }

export const liveRooms = pgTable(
  'live_room',
  {
    ...editableColumns,
    /** WeChat's; null until it has the room, and for broadcasts of a 视频号. */
    roomId: rowId(),
    source: varchar({ length: 8 }).$type<LiveSource>().notNull(),
    name: varchar({ length: 64 }).notNull(),
    coverImg: varchar({ length: 512 }).notNull(),
    shareImg: varchar({ length: 512 }).notNull().default(''),
    feedsImg: varchar({ length: 512 }).notNull().default(''),
    startTime: moment().notNull(),
    endTime: moment().notNull(),
    anchorName: varchar({ length: 64 }).notNull(),
    anchorWechat: varchar({ length: 20 }).notNull().default(''),
    subAnchorWechat: varchar({ length: 20 }).notNull().default(''),
    createrWechat: varchar({ length: 20 }).notNull().default(''),
    finderUserName: varchar({ length: 64 }).notNull().default(''),
    feedId: varchar({ length: 128 }).notNull().default(''),
    type: smallint().$type<0 | 1>().notNull().default(0),
    isFeedsPublic: boolean().notNull().default(true),
    closeLike: boolean().notNull().default(false),
    closeGoods: boolean().notNull().default(false),
    closeComment: boolean().notNull().default(false),
    closeReplay: boolean().notNull().default(false),
    closeShare: boolean().notNull().default(false),
    closeKf: boolean().notNull().default(false),
    /** As WeChat last said; that of a 视频号 follows from its times. */
    liveStatus: smallint().notNull().default(102),
    qrcodeUrl: varchar({ length: 512 }).notNull().default(''),
    replays: jsonb().$type<StoredReplay[]>().notNull().default([]),
    /** When WeChat was last asked for them. */
    replaysAt: moment(),
    syncState: varchar({ length: 6 }).$type<'local' | 'pushed' | 'failed'>().notNull().default('local'),
    lastError: varchar({ length: 500 }).notNull().default(''),
    /** The code by which an anchor proves who they are, where WeChat asks for it. */
    authUrl: varchar({ length: 512 }).notNull().default(''),
    isShow: boolean().notNull().default(true),
    sort: integer().notNull().default(0),
    /** Somebody sends it to WeChat until then. */
    busyUntil: moment(),
    /** WeChat may have it although it did not answer. */
    isUnsure: boolean().notNull().default(false),
  },
  (room) => [
    uniqueIndex('live_room_room_id').on(room.roomId),
    index('live_room_time').on(room.startTime),
    index('live_room_anchor').on(sql`lower(${room.anchorWechat})`),
    check('live_room_times', sql`start_time < end_time`),
  ],
)

/** Goods in a room. */
export const liveRoomGoods = pgTable(
  'live_room_goods',
  {
    ...standardColumns,
    roomId: rowId()
      .notNull()
      .references(() => liveRooms.id, { onDelete: 'cascade' }),
    goodsId: rowId()
      .notNull()
      .references(() => liveGoods.id, { onDelete: 'cascade' }),
    onSale: boolean().notNull().default(true),
    sort: integer().notNull().default(0),
  },
  (link) => [
    uniqueIndex('live_room_goods_once').on(link.roomId, link.goodsId),
    index('live_room_goods_goods').on(link.goodsId),
  ],
)
