import type { Platform } from '../../../platform/http/context.ts'
import { LOOK_QUEUE, lookAtGoods } from '../goods/live-goods-sync.service.ts'
import { syncByClock } from './live-room-sync.service.ts'

/** What of live rooms is done in the background. */
export function registerLive({ jobs, scheduler }: Platform): void {
  jobs.handle(LOOK_QUEUE, {}, lookAtGoods)
  scheduler.handle('liveRoomSync', { title: '同步直播间和直播商品', cron: '*/30 * * * * ?', run: syncByClock })
}
