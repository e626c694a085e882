import type { Seckill, SeckillRow } from '@zhanggui/contract/seckill/seckill.ts'
import type { Slot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { makeActivity, makeActivitySku } from '../../testing/activity.ts'

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
    todayCount: 2,
    createTime: time,
    ...given,
  }
}

/** A flash sale of the list, which runs. */
export function makeSeckill(id: number, given: Partial<SeckillRow> = {}): SeckillRow {
  return {
    ...makeActivity(id, { title: `秒杀${id}` }),
    num: 1,
    onceNum: 2,
    totalNum: 0,
    timeId: 8,
    slot: { id: 8, name: '早市场', startHour: 8, endHour: 10 },
    nextStartTime: null,
    nextEndTime: null,
    todayAmount: 0,
    ...given,
  }
}

/** The same with what its form needs. */
export function makeSeckillInfo(id: number, given: Partial<Seckill> = {}): Seckill {
  return { ...makeSeckill(id), content: '', attr: [], attrValue: [makeActivitySku(81)], ...given }
}
