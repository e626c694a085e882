import { liveAnchor } from '@zhanggui/contract/live/live-anchor.ts'
import { LiveGoods, liveGoods } from '@zhanggui/contract/live/live-goods.ts'
import { liveRoom, Room } from '@zhanggui/contract/live/live-room.ts'
import {
  liveAudits,
  livePriceTypes,
  liveSources,
  liveStatuses,
  roomTypes,
  syncStates,
} from '@zhanggui/domain/live/live.ts'
import { byNumber, keptHistory, type Versioned } from '../../platform/data/versioned.ts'
import { products } from '../product/product/product.tables.ts'
import { anchorService } from './anchor/live-anchor.service.ts'
import { liveAnchors } from './anchor/live-anchor.tables.ts'
import { getLiveGoods } from './goods/live-goods.service.ts'
import { liveGoods as goodsTable } from './goods/live-goods.tables.ts'
import { getRoom } from './room/live-room.service.ts'
import { liveRooms } from './room/live-room.tables.ts'

const shown = { true: '展示', false: '不展示' }

export const liveHistories: readonly Versioned[] = [
  keptHistory('live-anchor', liveAnchor.update, anchorService, {
    name: liveAnchors.name,
    words: { isShow: { true: '启用', false: '停用' } },
  }),
  {
    object: 'live-goods',
    name: goodsTable.name,
    find: byNumber(getLiveGoods),
    refusal: '直播商品以微信审核的为准，不能恢复',
    titled: [liveGoods.update.body, LiveGoods],
    refs: { productId: products.storeName },
    words: { auditStatus: liveAudits, priceType: livePriceTypes },
  },
  {
    object: 'live-room',
    name: liveRooms.name,
    find: byNumber(getRoom),
    copies: ['goods'],
    refusal: '直播间以微信的为准，不能恢复',
    titled: [liveRoom.update.body, Room],
    words: {
      source: liveSources,
      type: roomTypes,
      liveStatus: liveStatuses,
      syncState: syncStates,
      isShow: shown,
    },
  },
]
