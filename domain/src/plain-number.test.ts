import { expect, test } from 'vitest'
import { plainNumber } from './plain-number.ts'

test('a number is read as people type or paste it, and what may mean another one is not read', () => {
  for (const [typed, number, money = number] of [
    ['12.5', '12.5'],
    ['１２．５０', '12.50'],
    ['12。5', '12.5'],
    ['\u200b1,299.00 ', '1299.00'],
    ['1 299', '1299'],
    ['1，299，000', '1299000'],
    ['−3', '-3'],
    ['7.', '7.'],
    ['.5', '.5'],
    ['', ''],
    ['  ', ''],
    ['￥１，２９９', undefined, '1299'],
    ['¥ 12.50', undefined, '12.50'],
    ['-¥5', undefined, '-5'],
    ['12.5 元', undefined, '12.5'],
    ['12-15', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['¥', undefined],
    ['元', undefined],
    ['1.299,00', undefined],
    ['12,5', undefined],
    ['12,3456', undefined],
    ['1,2345', undefined],
    ['3万', undefined],
    ['50%', undefined],
    ['-', undefined],
  ] as const)
    expect([typed, plainNumber(typed), plainNumber(typed, true)]).toEqual([typed, number, money])
})
