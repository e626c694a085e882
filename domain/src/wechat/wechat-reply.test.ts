import { expect, test } from 'vitest'
import { faultOfReplyText, firstOf, foldWord, replyLength, type WordFound } from './wechat-reply.ts'

const word = (text: string, match: 1 | 2, replyId = 1): WordFound => ({ word: text, match, replyId })

test('the exact word answers before a contained one, of these the longest, and of equals that of the newest reply', () => {
  expect(firstOf([word('怎么退款', 2), word('退款', 1)])?.word).toBe('退款')
  expect(firstOf([word('退款', 2), word('怎么退', 2)])?.word).toBe('怎么退')
  expect(firstOf([word('退款', 2, 3), word('发货', 2, 7)])?.replyId).toBe(7)
  expect(firstOf([])).toBeUndefined()
})

test('words are compared without regard to case, width and blanks', () => {
  expect(foldWord('  ＶＩＰ　 会员 ')).toBe('vip 会员')
})

test('a text holds links and no other tags, and its links count by what is read', () => {
  const link = '在 <a href="https://shop.example/h5/orders">我的订单</a> 里看'
  expect(faultOfReplyText(link)).toBeUndefined()
  expect(replyLength(link)).toBe(9)
  const card = '<a data-miniprogram-appid="wx1" data-miniprogram-path="pages/index/index" href="https://a.b">看</a>'
  expect(faultOfReplyText(card)).toBeUndefined()
  expect(faultOfReplyText('3 < 5')).toBeUndefined()
  for (const bad of ['<b>粗</b>', '<a href="javascript:alert(1)">点</a>', '<script>', '<a onclick="x" href="https://a.b">点</a>'])
    expect(faultOfReplyText(bad)).toContain('只能使用链接')
  expect(faultOfReplyText('字'.repeat(601))).toBe('文字最多600个字')
})
