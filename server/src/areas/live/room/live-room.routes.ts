import { liveRoom } from '@zhanggui/contract/live/live-room.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getRoom, listRooms, removeRoom, saveRoom, syncRooms, updateRoom } from './live-room.service.ts'
import {
  addRoomGoods,
  listReplays,
  readCode,
  readPushUrl,
  removeRoomGoods,
  turnRoomGoods,
} from './live-room-goods.service.ts'

export const serveLiveRooms = (app: App) =>
  serve(app, liveRoom, {
    list: listRooms,
    info: (ctx, { query }) => getRoom(ctx, query.id),
    save: (ctx, { body }) => saveRoom(ctx, body),
    update: (ctx, { body }) => updateRoom(ctx, body),
    remove: async (ctx, { query }) => {
      await removeRoom(ctx, query.id)
      return {}
    },
    synchronize: (ctx) => syncRooms(ctx),
    addGoods: addRoomGoods,
    removeGoods: removeRoomGoods,
    onSale: turnRoomGoods,
    replay: listReplays,
    qrcode: readCode,
    pushUrl: readPushUrl,
  })
