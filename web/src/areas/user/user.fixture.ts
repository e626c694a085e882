import type { TopDetail, UserInfo, UserRow } from '@zhanggui/contract/user/shop-user.ts'

const time = '2026-02-14 10:00:00'

/** A customer of the list. */
export function makeRow(id: number, given: Partial<UserRow> = {}): UserRow {
  return {
    id,
    version: 0,
    nickname: `顾客${id}`,
    avatar: '',
    realName: '',
    phone: '138****6021',
    sex: 2,
    level: 2,
    levelName: '银卡',
    groupId: null,
    groupName: '',
    tags: [],
    spreadUid: 0,
    spreadNickname: '',
    nowMoney: 86.5,
    integral: 2140,
    consumeMoney: 1286.4,
    pastMoney: 0,
    pastCount: 0,
    payCount: 7,
    status: true,
    closeReason: '',
    userType: 'routine',
    isPromoter: false,
    country: '',
    province: '',
    city: '上海',
    mark: '',
    createTime: time,
    lastLoginTime: time,
    lastPayTime: time,
    ...given,
  }
}

/** The head of a customer's detail. */
export function makeDetail(id: number, given: Partial<UserInfo> = {}): TopDetail {
  const user: UserInfo = {
    ...makeRow(id),
    account: '138****6021',
    birthday: null,
    cardId: '',
    hasAddress: false,
    experience: 1785,
    levelGrade: 2,
    levelDiscount: 95,
    levelAuto: true,
    loginType: 'routine',
    promoterTime: null,
    spreadTime: null,
    nextLevel: { name: '金卡', experience: 2000, discount: 90 },
    spreadCount: 0,
    subscribe: false,
    addIp: '',
    lastIp: '',
    ...given,
  }
  return {
    user,
    balance: 86.5,
    integralCount: 2140,
    allOrderCount: 7,
    monthOrderCount: 1,
    allConsumeCount: 1286.4,
    monthConsumeCount: 134.02,
    refundCount: 1,
    refundMoney: 129,
    couponCount: 2,
    avgPrice: 183.77,
    lastPayTime: time,
    counts: { 1: 1, 4: 1, 5: 0, 6: 0, 10: 0 },
  }
}
