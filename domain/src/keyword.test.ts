import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskPhonesIn, phonesIn, readPasted, tidyKeyword } from './keyword.ts'
import { readOrderKeyword } from './order/order-keyword.ts'
import { readUserKeyword } from './user/user-keyword.ts'

const PHONE = '13800138000'
const spellings = [
  '138 0013 8000',
  '1 3 8 0 0 1 3 8 0 0 0',
  '138-0013-8000',
  '138.0013.8000',
  '(+86) 138 0013 8000',
  '0086 13800138000',
  '８６－１３８００１３８０００',
  '138\u200b0013\u200b8000',
  '138\u00a00013\u30008000',
  '手机号：138 0013 8000',
]

test.each(spellings)('%s is the phone, for every search and for the guard of hidden phones', (typed) => {
  expect(tidyKeyword(typed)).toBe(PHONE)
  expect(readUserKeyword(typed).phone).toBe(PHONE)
  expect(readOrderKeyword(typed)).toContainEqual({ kind: 'phone', phone: PHONE })
  expect(phonesIn(typed)).toEqual([PHONE])
})

test.each([
  ['152 3679 0124', '15236790124'],
  ['152-3679-0124', '15236790124'],
  ['+8615236790124', '15236790124'],
  ['8615236790124', '15236790124'],
  ['\u202d16612340001\u202c', '16612340001'],
  ['１９９１２３４０００１', '19912340001'],
  ['订单号：20261128093000654321', '20261128093000654321'],
  ['# 20261128093000654321', '20261128093000654321'],
  ['订单编号：#2026 1128 0930 0065 4321', '20261128093000654321'],
  ['\u200b2026112809\u200b3000654321', '20261128093000654321'],
  ['20261128-0930-00654321', '20261128093000654321'],
  ['20261128093000654321-1', '20261128093000654321-1'],
  ['快递单号：SF 1357 9246 8013 5', 'SF1357924680135'],
  ['核销码：638 120 7455', '6381207455'],
  ['63812-07455', '6381207455'],
  ['张三 139 1234 0001', '13912340001'],
  ['【顺丰】SF 1357 9246 8013 5，请查收', 'SF1357924680135'],
  ['中通 78123456789013 78123456789014', '中通 78123456789013 78123456789014'],
  ['张三 13912340001', '13912340001'],
  ['订单20261128093000654321（已付款）', '20261128093000654321'],
  ['【顺丰】SF1357924680135，请查收', 'SF1357924680135'],
  ['【20261128093000654321】', '20261128093000654321'],
  ['20261128093000654321，', '20261128093000654321'],
  ['手机尾号 0001', '0001'],
  ['…654321', '654321'],
  ['帆布包 20261', '帆布包 20261'],
  ['010-12345678', '010-12345678'],
  ['2026-11-28', '2026-11-28'],
  ['张（小）三\u200b', '张（小）三'],
  ['Ａ款（加大）', 'Ａ款（加大）'],
  ['iPhone 15', 'iPhone 15'],
])('a search for %j is one for %s', (typed, meant) => {
  expect(readPasted('keyword', typed)).toBe(meant)
})

test.each([
  ['phone', '139 1234 0001', '13912340001'],
  ['phone', '+86 199-1234-0001', '19912340001'],
  ['phone', '0086 166 1234 0001', '16612340001'],
  ['phone', '\u202d13912340001\u202c', '13912340001'],
  ['phone', '手机：１３９１２３４０００１', '13912340001'],
  ['phone', '138****0001', '138****0001'],
  ['phone', '（010）8765 4321', '010-87654321'],
  ['phone', '+86 571 87654321', '0571-87654321'],
  ['phone', '0571-8765432', '0571-8765432'],
  ['phone', '123', '123'],
  ['number', '订单号：2026 1128 0930 0065 4321', '20261128093000654321'],
  ['number', '638-120-7455', '6381207455'],
  ['number', 'd20261128093000654321', 'D20261128093000654321'],
  ['number', '20261128093000654321-1', '20261128093000654321-1'],
  ['code', 'ｓｐｒｉｎｇ－２０２６', 'SPRING2026'],
  ['code', '兑换码：SPRING 2026\u200b', 'SPRING2026'],
] as const)('a %s pasted as %j is %s', (kind, typed, meant) => {
  expect(readPasted(kind, typed)).toBe(meant)
})

test('logs keep no phone of a text, and leave other numbers', () => {
  for (const typed of spellings) expect(phonesIn(maskPhonesIn(typed))).toEqual([])
  expect(maskPhonesIn(`李女士 ${PHONE} 转 8 号`)).toBe('李女士 138****8000 转 8 号')
  expect(maskPhonesIn('13800138000，13900139000')).toBe('***')
  expect(maskPhonesIn('20261123101500123456')).toBe('20261123101500123456')
})

test('a phone within a longer text is seen, a part of a longer number is none', () => {
  expect(phonesIn(`李女士 ${PHONE}，138-0013-8001`)).toEqual([PHONE, '13800138001'])
  expect(phonesIn('20261380013800012345 和 1380013')).toEqual([])
})

test('no spelling finds by a phone that the guard does not see', () => {
  const between = fc.constantFrom(
    '',
    ' ',
    '-',
    '.',
    '+',
    '\u3000',
    '\u200b',
    '·',
    '/',
    '(',
    ')',
    '*',
    '_',
    '，',
    '８６',
    '\n',
    '#',
  )
  const digit = fc.constantFrom(...'0123456789', ...'０１３８', '①', '²')
  const text = fc
    .array(fc.tuple(between, digit), { minLength: 11, maxLength: 15 })
    .chain((pairs) =>
      fc.constantFrom('', '+86', '手机号', '订单号：', '86 ', 'a').map((label) => label + pairs.flat().join('')),
    )
  const spelled = fc
    .array(between, { minLength: 11, maxLength: 11 })
    .map((all) => [...PHONE].map((each, at) => all[at] + each).join(''))
  fc.assert(
    fc.property(fc.oneof(text, spelled), (typed) => {
      const meant = [
        tidyKeyword(typed),
        readPasted('keyword', typed),
        readPasted('phone', typed),
        readUserKeyword(typed).phone,
        ...readOrderKeyword(typed).map((meaning) => ('phone' in meaning ? meaning.phone : undefined)),
      ].filter((each) => each !== undefined && /^1[3-9]\d{9}$/.test(each))
      const seen = phonesIn(typed)
      expect(meant.filter((each) => each !== undefined && !seen.includes(each))).toEqual([])
    }),
    { numRuns: 2000 },
  )
})
