import { expect, test } from 'vitest'
import {
  channelsStatus,
  checkLiveGoods,
  checkRoomNames,
  checkRoomTimes,
  halfWidths,
  type LivePriceType,
} from './live.ts'

const now = new Date('2026-11-29T12:00:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

test.each([
  [9, 60, '开播时间须在10分钟之后'],
  [10, 40, undefined],
  [10, 39, '直播时长至少30分钟'],
  [10, 10 + 24 * 60, undefined],
  [10, 11 + 24 * 60, '直播时长最多24小时'],
  [181 * 24 * 60, 181 * 24 * 60 + 60, '开播时间须在6个月之内'],
])('a room from minute %i to minute %i is answered: %s', (start, end, message) => {
  const check = () => checkRoomTimes({ startTime: at(start), endTime: at(end) }, now)
  if (message) expect(check).toThrow(message)
  else check()
})

test('names are measured as WeChat does: two letters are as wide as a Chinese character', () => {
  expect([halfWidths('双十一'), halfWidths('Sale'), halfWidths('咖啡day')]).toEqual([6, 4, 7])
  checkRoomNames({ name: '双十一', anchorName: 'Anna' })
  expect(() => checkRoomNames({ name: 'Sale', anchorName: '小夏' })).toThrow('房间名须为3～17个汉字')
  expect(() => checkRoomNames({ name: '长'.repeat(18), anchorName: '小夏' })).toThrow('房间名')
  expect(() => checkRoomNames({ name: '双十一', anchorName: '夏' })).toThrow('主播昵称须为2～15个汉字')
})

test.each([
  [1, 0, 0, '价格须大于0'],
  [1, 990, 0, undefined],
  [2, 990, 990, '最高价须大于最低价'],
  [2, 990, 1990, undefined],
  [3, 990, 0, '请输入现价'],
  [3, 990, 1990, '现价须小于市场价'],
  [3, 990, 500, undefined],
])('a price of type %i with %i and %i fen is answered: %s', (priceType, priceFen, price2Fen, message) => {
  const check = () => checkLiveGoods({ name: '手冲咖啡', priceType: priceType as LivePriceType, priceFen, price2Fen })
  if (message) expect(check).toThrow(message)
  else check()
})

test('a name of digits alone is refused before WeChat does', () => {
  expect(() => checkLiveGoods({ name: '1234567', priceType: 1, priceFen: 1, price2Fen: 0 })).toThrow('不能只有数字')
})

test('a broadcast of a 视频号 runs from its start until its end', () => {
  const times = { startTime: at(0), endTime: at(60) }
  expect([-1, 0, 59, 60].map((minute) => channelsStatus(times, at(minute)))).toEqual([102, 101, 101, 103])
})
