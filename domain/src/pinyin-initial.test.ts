import { describe, expect, test } from 'vitest'
import { initialOf } from './pinyin-initial.ts'

describe('the index letter of a brand', () => {
  test.each([
    ...[
      ['Apple', 'A'],
      ['élan', 'E'],
      ['Ｎike', 'N'],
      ['361度', '#'],
      ['·雅', '#'],
      ['アサヒ', '#'],
      ['', '#'],
    ],
    ...[
      ['安踏', 'A'],
      ['波司登', 'B'],
      ['春秋', 'C'],
      ['大疆', 'D'],
      ['鄂尔多斯', 'E'],
      ['飞科', 'F'],
      ['格力', 'G'],
    ],
    ...[
      ['华为', 'H'],
      ['九阳', 'J'],
      ['康师傅', 'K'],
      ['李宁', 'L'],
      ['美的', 'M'],
      ['农夫山泉', 'N'],
      ['欧莱雅', 'O'],
    ],
    ...[
      ['苹果', 'P'],
      ['七匹狼', 'Q'],
      ['容声', 'R'],
      ['苏泊尔', 'S'],
      ['特步', 'T'],
      ['五粮液', 'W'],
      ['小米', 'X'],
    ],
    ...[
      ['伊利', 'Y'],
      ['张裕', 'Z'],
      ['阿里', 'A'],
      ['做饭', 'Z'],
      ['啊', 'A'],
    ],
  ])('of %j is %s', (name, letter) => {
    expect(initialOf(name ?? '')).toBe(letter)
  })
})
