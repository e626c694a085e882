import { expect, test } from 'vitest'
import { isHabitual } from './password-habit.ts'

test.each([
  ...['woaini1314520', 'woaini5201314', 'WoAiNi1314', '1314520woaini', 'woaini83746152', '520woaini1314'],
  ...['5201314520', '13145201314', '1314-520-1314', '7758521520', '2026-11-22', '19900101520'],
  ...['zhangwei1990', 'Zhangwei@19900101', 'wangxiaoming520', 'liuyang_881231', 'lihua0815', 'zhangxiaoming'],
  ...['zw19900101', 'lxm5201314', 'woaizhangwei', 'woaizhangwei1314', 'zhangwei123456', 'lvbu888888'],
])('%j is what guessers combine first', (password) => {
  expect(isHabitual(password)).toBe(true)
})

test.each([
  '',
  'Tr1cky-enough',
  'correct horse battery staple',
  'Kaixin-2026-men',
  'Beijing-2026-he',
  'zhangwei-83746152',
  'zhangwei.lihua.1990',
  'zw83746152',
  '83746152906',
  'shangwu-li-bai-he-cha',
  '我的密码又长又好记Ab',
  'Shop-Keeper-2026',
])('%j is not', (password) => {
  expect(isHabitual(password)).toBe(false)
})

test('a long password is judged before it is typed again', () => {
  // Patterns whose work doubled with each repetition would not end.
  for (const part of ['a', 'wa', 'li', 'woai', '1', '01', '520', '1314'])
    for (const end of ['!q9!q9', 'q9q9!']) expect(isHabitual(part.repeat(16).slice(0, 58) + end)).toBe(false)
})
