import { BadInput } from '../errors.ts'
import { PRODUCT_PAGE } from '../wechat/mini-code.ts'

/** Where a room comes from: made here, made in WeChat's own console, or a broadcast of a 视频号, which has no interface. */
export const liveSources = { local: '小程序直播', wechat: '微信后台添加', channels: '视频号直播' } as const
export type LiveSource = keyof typeof liveSources

/** WeChat's states of a room. */
export const liveStatuses = {
  101: '直播中',
  102: '未开始',
  103: '已结束',
  104: '禁播',
  105: '暂停',
  106: '异常',
  107: '已过期',
} as const
export const LIVE = 101
export const UPCOMING = 102
export const OVER = 103
/** States out of which a room does not come back. */
export const finished: readonly number[] = [103, 104, 107]

export const roomTypes = { 0: '手机直播', 1: '推流' } as const
/** Whether WeChat has a room: not yet, yes, or it said no or did not answer. */
export const syncStates = { local: '未提交', pushed: '已提交', failed: '提交失败' } as const

export const livePriceTypes = { 1: '一口价', 2: '价格区间', 3: '折扣价' } as const
export type LivePriceType = 1 | 2 | 3
export const liveAudits = { 0: '未审核', 1: '审核中', 2: '审核通过', 3: '审核驳回' } as const
export const UNREVIEWED = 0
export const IN_REVIEW = 1
export const PASSED = 2
export const REFUSED = 3

/** The most goods of a room. */
export const MAX_ROOM_GOODS = 200
const MINUTE_MS = 60_000
const HOUR_MS = 3600_000
/** Six months of WeChat. */
const AHEAD_MS = 180 * 24 * HOUR_MS

/** The path that a good leads to in the mini-program. */
export const goodsPath = (productId: number): string => `${PRODUCT_PAGE}?id=${productId}`

/** Half widths of a text: a letter or digit of ASCII is one, anything else two, as WeChat counts names. */
export const halfWidths = (text: string): number =>
  [...text].reduce((sum, char) => sum + ((char.codePointAt(0) ?? 0) < 0x80 ? 1 : 2), 0)

/** @throws {BadInput} for a name that WeChat would find too short or too long; limits in Chinese characters */
function checkWidth(text: string, title: string, field: string, min: number, max: number): void {
  const width = halfWidths(text)
  if (width < min * 2 || width > max * 2)
    throw new BadInput(`${title}须为${min}～${max}个汉字（两个字母或数字算一个汉字）`, field)
}

export type RoomTimes = { startTime: Date; endTime: Date }

/** @throws {BadInput} for times that WeChat does not take. @param now when a room is made or moved */
export function checkRoomTimes({ startTime, endTime }: RoomTimes, now: Date): void {
  const [from, length] = [startTime.getTime() - now.getTime(), endTime.getTime() - startTime.getTime()]
  if (from < 10 * MINUTE_MS) throw new BadInput('开播时间须在10分钟之后', 'startTime')
  if (from > AHEAD_MS) throw new BadInput('开播时间须在6个月之内', 'startTime')
  checkLength(length)
}

function checkLength(length: number): void {
  if (length < 30 * MINUTE_MS) throw new BadInput('直播时长至少30分钟', 'endTime')
  if (length > 24 * HOUR_MS) throw new BadInput('直播时长最多24小时', 'endTime')
}

/** @throws {BadInput} for an end that is not after the start: other limits of times are those of WeChat's own rooms */
export function checkChannelsTimes({ startTime, endTime }: RoomTimes): void {
  if (endTime <= startTime) throw new BadInput('结束时间须晚于开播时间', 'endTime')
}

/** @throws {BadInput} for names that WeChat does not take */
export function checkRoomNames({ name, anchorName }: { name: string; anchorName: string }): void {
  checkWidth(name, '房间名', 'name', 3, 17)
  checkWidth(anchorName, '主播昵称', 'anchorName', 2, 15)
}

/** @throws {BadInput} */
export const checkAnchorName = (name: string): void => checkWidth(name, '主播昵称', 'name', 2, 15)

export type LivePrice = { priceType: LivePriceType; priceFen: number; price2Fen: number }

/** @throws {BadInput} for a name or prices that WeChat does not take */
export function checkLiveGoods({ name, ...price }: LivePrice & { name: string }): void {
  checkWidth(name, '商品名称', 'name', 3, 14)
  if (/^\d+$/.test(name)) throw new BadInput('商品名称不能只有数字', 'name')
  checkLivePrice(price)
}

/** @throws {BadInput} */
export function checkLivePrice({ priceType, priceFen, price2Fen }: LivePrice): void {
  if (priceFen <= 0) throw new BadInput('价格须大于0', 'price')
  if (priceType === 1) return
  if (price2Fen <= 0) throw new BadInput(priceType === 2 ? '请输入最高价' : '请输入现价', 'price2')
  if (priceType === 2 && price2Fen <= priceFen) throw new BadInput('最高价须大于最低价', 'price2')
  if (priceType === 3 && price2Fen >= priceFen) throw new BadInput('现价须小于市场价', 'price2')
}

/** The state of a broadcast of a 视频号, of which the platform tells nothing: its times alone. */
export function channelsStatus({ startTime, endTime }: RoomTimes, now: Date): 101 | 102 | 103 {
  if (now < startTime) return UPCOMING
  return now < endTime ? LIVE : OVER
}

/** WeChat's refusals in words. */
export const liveErrors: Readonly<Record<number, string>> = {
  200002: '参数错误',
  300002: '名称长度不符',
  300003: '价格输入不合规',
  300004: '商品名称违规',
  300005: '商品图片违规',
  300006: '图片已过期，请重试',
  300007: '小程序页面路径不存在',
  300010: '当前审核状态不允许此操作',
  300011: '该商品在微信后台添加，不能在此操作',
  300012: '提审次数已用完',
  300014: '审核中，无法删除',
  300018: '商品图片尺寸过大',
  300022: '房间号不存在',
  300023: '房间状态不允许',
  300025: '商品未审核通过',
  300026: '房间商品数量已满',
  300028: '房间名称违规',
  300030: '主播微信号不合法',
  300031: '封面图不合规',
  300032: '分享图不合规',
  300033: '房间商品数量已满',
  300035: '主播微信号不存在',
  300036: '主播微信号未实名认证',
  300037: '频道图不合规',
  300040: '名称含特殊字符',
  48001: '未开通小程序直播，微信已不再新开通，可改用视频号直播',
}
