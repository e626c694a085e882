import { describe, expect, test } from 'vitest'
import { type Fault, isExcessive, MAX_LIST, normalise, type Shape } from './normalise.ts'

function read(shape: Shape, value: unknown) {
  const faults: Fault[] = []
  return { value: normalise(shape, value, faults), faults }
}

const integer: Shape = { type: 'integer' }
const boolean: Shape = { type: 'boolean' }
const text: Shape = { type: 'string' }
const ids: Shape = { type: 'array', items: integer }

test.each([
  [text, '  鞋 \u3000', '鞋'],
  [text, 'Cafe\u0301', 'Caf\u00e9'],
  [text, '尽快\uffff送\ufffe', '尽快送'],
  [text, '\u202d13800001111\u202c', '13800001111'],
  [text, '69\u200b01\ufeff\u200d', '6901'],
  [text, '👨\u200d🍳', '👨\u200d🍳'],
  [integer, '12\u200b', 12],
  [{ type: 'object', additionalProperties: text } satisfies Shape, { ' Cafe\u0301 ': ' a ' }, { 'Caf\u00e9': 'a' }],
  [{ type: 'string', raw: true } satisfies Shape, ' a b ', ' a b '],
  [integer, '12', 12],
  [integer, ' -3 ', -3],
  [integer, '1e3', '1e3'],
  [integer, '0x10', '0x10'],
  [integer, 'abc', 'abc'],
  [integer, '9'.repeat(20), '9'.repeat(20)],
  [{ type: 'number' } satisfies Shape, '1.50', 1.5],
  [boolean, 'true', true],
  [boolean, '0', false],
  [boolean, 1, true],
  [boolean, 2, 2],
  [boolean, 'yes', 'yes'],
  [ids, '1,2,,3', [1, 2, 3]],
  [ids, ['1', 2], [1, 2]],
  [ids, 5, [5]],
  [ids, '', []],
  [ids, { a: 1 }, { a: 1 }],
])('read as %j, %j is %j', (shape, given, expected) => {
  expect(read(shape, given)).toEqual({ value: expected, faults: [] })
})

describe('of an object', () => {
  const shape: Shape = { type: 'object', properties: { name: text, note: text, count: integer }, required: ['name'] }

  test('unknown members are dropped', () => {
    expect(read(shape, { name: 'x', level: 1, deletedAt: null }).value).toEqual({ name: 'x' })
    const own = JSON.parse('{"name":"x","__proto__":{"admin":true},"constructor":1}')
    const { value } = read(shape, own)
    expect(Object.keys(value as object)).toEqual(['name'])
    expect((value as { admin?: boolean }).admin).toBeUndefined()
  })

  test('a blank or null optional member counts as missing; a required one is left for the schema to refuse', () => {
    expect(read(shape, { name: '', note: ' ', count: '' }).value).toEqual({ name: '' })
    expect(read(shape, { name: 'x', note: '\u200b\uffff' }).value).toEqual({ name: 'x' })
    expect(read(shape, { name: null, note: null }).value).toEqual({ name: null })
    const password: Shape = { type: 'object', properties: { password: { type: 'string', raw: true } } }
    expect(read(password, { password: '  ' }).value).toEqual({ password: '  ' })
  })

  test('members of free JSON are kept, except names that pollute prototypes', () => {
    const free: Shape = { type: 'object', additionalProperties: true }
    expect(read(free, { a: [' x ', { b: null }] })).toEqual({ value: { a: [' x ', { b: null }] }, faults: [] })
    for (const name of ['__proto__', 'constructor', 'prototype', 'a\u0000', '\uD800'])
      expect(read(free, JSON.parse(`{"a":{${JSON.stringify(name)}:1}}`)).faults).toHaveLength(1)
  })
})

test.each(['a\u0000', '\u0007', '\u001B[31m', '\u007F', '\uD800', 'x\uDFFF'])(
  'the text %j no database takes',
  (given) => {
    const titled: Shape = { type: 'object', properties: { name: { type: 'string', title: '名称' } } }
    expect(read(titled, { name: given }).faults).toEqual([
      { field: 'name', message: '名称含有不支持的字符，请删除后重试' },
    ])
  },
)

test('line breaks and tabs are allowed in texts', () => {
  expect(read(text, 'a\r\n\tb')).toEqual({ value: 'a\r\n\tb', faults: [] })
})

test('JSON may be at most twenty levels deep, with lists of at most ten thousand', () => {
  const deep = (levels: number): unknown => (levels ? [deep(levels - 1)] : 1)
  expect(isExcessive(deep(20))).toBe(false)
  expect(isExcessive(deep(21))).toBe(true)
  expect(isExcessive({ a: new Array(MAX_LIST).fill(0) })).toBe(false)
  expect(isExcessive({ a: new Array(MAX_LIST + 1).fill(0) })).toBe(true)
})
