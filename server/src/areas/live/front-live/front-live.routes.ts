import { frontLive } from '@zhanggui/contract/live/front-live.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { getFrontRoom, listFrontRooms } from './front-live.service.ts'

export const serveFrontLive = (app: App) =>
  serve(app, frontLive, {
    list: listFrontRooms,
    info: (ctx, { params }) => getFrontRoom(ctx, params.roomId),
  })
