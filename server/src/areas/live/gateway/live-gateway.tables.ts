import { jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import type { RemoteGoods, RemoteRoom } from './live-gateway.ts'

/** Pictures that WeChat has, by the hash of their content; it keeps them for three days. */
export const liveMedia = pgTable(
  'live_media',
  {
    ...standardColumns,
    account: varchar({ length: 255 }).notNull(),
    hash: varchar({ length: 64 }).notNull(),
    mediaId: varchar({ length: 255 }).notNull(),
    expiresAt: moment().notNull(),
  },
  (media) => [uniqueIndex('live_media_hash').on(media.account, media.hash)],
)

/** Rooms of the simulated platform; the id is the room's number. */
export const mockLiveRooms = pgTable('mock_live_room', {
  ...standardColumns,
  room: jsonb().$type<Omit<RemoteRoom, 'roomId'>>().notNull(),
})

/** Goods of the simulated platform; the id is their number. */
export const mockLiveGoods = pgTable('mock_live_goods', {
  ...standardColumns,
  goods: jsonb().$type<Omit<RemoteGoods, 'goodsId'>>().notNull(),
  auditId: rowId().notNull(),
  auditStatus: smallint().$type<0 | 1 | 2 | 3>().notNull(),
  submittedAt: moment().notNull(),
})
