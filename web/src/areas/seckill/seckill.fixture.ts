import type { ActivitySku } from '@zhanggui/contract/promotion/activity.ts'
import type { Seckill, SeckillRow } from '@zhanggui/contract/seckill/seckill.ts'
import type { Slot } from '@zhanggui/contract/seckill/seckill-slot.ts'

const time = '2026-11-01 10:00:00'

/** A slot of two hours, numbered by the hour it begins at. */
export function makeSlot(startHour: number, given: Partial<Slot> = {}): Slot {
  return {
    id: startHour,
    version: 0,
    name: `${startHour}点场`,
    startHour,
    endHour: startHour + 2,
    img: '',
    sliderImgs: ['/file/a.jpg'],
    sort: 0,
    status: true,
    isDel: false,
    phase: 'upcoming',
    phaseName: '未开始',
    productCount: 3,
    createTime: time,
    ...given,
  }
}

/** A flash sale of the list, which runs. */
export function makeSeckill(id: number, given: Partial<SeckillRow> = {}): SeckillRow {
  return {
    id,
    version: 3,
    productId: 8,
    title: `秒杀${id}`,
    image: '/file/a.jpg',
    images: ['/file/a.jpg'],
    info: '',
    unitName: '袋',
    tempId: 1,
    startTime: '2026-11-01',
    stopTime: '2099-11-30',
    sort: 0,
    giveIntegral: 0,
    status: true,
    allowCoupon: null,
    allowPoints: null,
    quotaShow: 100,
    quota: 60,
    reserved: 8,
    sales: 32,
    soldOut: false,
    percent: 40,
    left: 60,
    price: 39.9,
    salePrice: 59.9,
    otPrice: 59.9,
    stock: 200,
    aboveSale: false,
    phase: 'running',
    phaseName: '进行中',
    createTime: time,
    updateTime: time,
    num: 1,
    onceNum: 2,
    totalNum: 0,
    timeId: 8,
    slot: { id: 8, name: '早市场', startHour: 8, endHour: 10 },
    nextStartTime: null,
    nextEndTime: null,
    ...given,
  }
}

export function makeActivitySku(skuId: number, given: Partial<ActivitySku> = {}): ActivitySku {
  return {
    id: skuId + 1000,
    skuId,
    suk: `规格${skuId}`,
    attrValue: { 规格: `规格${skuId}` },
    image: '/file/a.jpg',
    price: 39.9,
    salePrice: 59.9,
    otPrice: 69.9,
    cost: 28,
    stock: 200,
    quota: 60,
    quotaShow: 100,
    sold: 32,
    reserved: 8,
    barCode: '',
    weight: 0.3,
    volume: 0,
    ...given,
  }
}

/** The same with what its form needs. */
export function makeSeckillInfo(id: number, given: Partial<Seckill> = {}): Seckill {
  return { ...makeSeckill(id), content: '', attr: [], attrValue: [makeActivitySku(81)], ...given }
}
