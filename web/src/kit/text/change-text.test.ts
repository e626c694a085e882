import { expect, test } from 'vitest'
import { changeText } from './change-text.ts'

test.each([
  [8, 9, '售价：8 → 9'],
  [null, 9, '售价：9'],
  [8, '', '售价：8 → （空）'],
  [['甲', '乙'], ['甲', '丙'], '售价：去掉 乙，加上 丙'],
  [['甲', '乙'], ['甲'], '售价：去掉 乙'],
  [['甲'], ['甲', '乙'], '售价：加上 乙'],
  [['甲'], ['乙'], '售价：甲 → 乙'],
  [['甲'], [], '售价：甲 → （空）'],
  [[], ['甲'], '售价：甲'],
])('a change from %j to %j is %s', (before, after, text) => {
  expect(changeText({ label: '售价', before, after })).toBe(text)
})
