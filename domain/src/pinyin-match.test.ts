import { expect, test } from 'vitest'
import { spelledAt } from './pinyin-match.ts'

const titles = {
  订单管理: ['ding', 'dan', 'guan', 'li'],
  消息中心: ['xiao', 'xi', 'zhong', 'xin'],
  收款: ['shou', 'kuan'],
  'SKU 管理': ['sku ', 'guan', 'li'],
}

test.each([
  ['订单管理', 'dd', 0],
  ['订单管理', 'ddgl', 0],
  ['订单管理', 'dingdan', 0],
  ['订单管理', 'dingdgl', 0],
  ['订单管理', 'ddguanli', 0],
  ['订单管理', 'dingd', 0],
  ['订单管理', 'dinggl', -1],
  ['订单管理', 'guanli', 2],
  ['订单管理', 'ddd', -1],
  ['订单管理', 'ng', -1],
  ['订单管理', 'dingdanguanliqi', -1],
  ['消息中心', 'xxzx', 0],
  ['消息中心', 'xxzhx', 0],
  ['消息中心', 'zxzxzx', -1],
  ['收款', 'sk', 0],
  ['收款', 'shouk', 0],
  ['收款', 'sku', -1],
  ['SKU 管理', 'sku', 0],
] as const)('%s is spelled by %s from %i', (title, letters, place) => {
  expect(spelledAt(titles[title], letters)).toBe(place)
})
