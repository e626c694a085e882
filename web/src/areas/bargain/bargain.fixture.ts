import type { Bargain, BargainRow } from '@zhanggui/contract/bargain/bargain.ts'
import type { BargainHelp, BargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { makeActivity, makeActivitySku } from '../../testing/activity.ts'

const time = '2026-11-01 10:00:00'

/** A bargain of the list, which runs. */
export function makeBargain(id: number, given: Partial<BargainRow> = {}): BargainRow {
  return {
    ...makeActivity(id, { title: `砍价${id}`, price: 699 }),
    minPrice: 499,
    peopleNum: 16,
    bargainNum: 3,
    num: 1,
    bargainMinPrice: null,
    bargainMaxPrice: null,
    isHot: false,
    countPeopleAll: 26,
    countPeopleHelp: 140,
    countPeopleSuccess: 9,
    ...given,
  }
}

/** The same with what its form needs. */
export function makeBargainInfo(id: number, given: Partial<Bargain> = {}): Bargain {
  const attrValue = [{ ...makeActivitySku(81, { price: 699, salePrice: 699 }), minPrice: 499 }]
  return { ...makeBargain(id), content: '', rule: '', attr: [], attrValue, ...given }
}

/** A session that runs: 187.43 of 200 are cut, by ten of sixteen. */
export function makeSession(id: number, given: Partial<BargainSession> = {}): BargainSession {
  return {
    id,
    uid: 21,
    nickname: '阿澈',
    avatar: '',
    bargainId: 7,
    title: '双层防雨帐篷',
    image: '/file/a.jpg',
    price: 699,
    minPrice: 499,
    cutPrice: 187.43,
    nowPrice: 511.57,
    peopleNum: 16,
    cutNum: 10,
    leftNum: 6,
    status: 1,
    statusName: '进行中',
    isCancelled: false,
    stopTime: '2099-11-30 00:00:00',
    orderDeadline: null,
    hasOrder: false,
    orderId: 0,
    orderNo: '',
    createTime: time,
    ...given,
  }
}

/** A cut, numbered from 1. */
export function makeHelp(id: number, price: number, given: Partial<BargainHelp> = {}): BargainHelp {
  return { id, uid: 20 + id, nickname: `好友${id}`, avatar: '', price, isNew: false, createTime: time, ...given }
}
