import { expect, test } from 'vitest'
import { buyerMarkKeys, buyerMarks, fillMessage, placesOf, quietUntil, sampleOf, variablesOf } from './buyer-mark.ts'
import { contentOf, defaultTemplates, keywordProblem, keywordsOf } from './default-template.ts'
import { fieldsOf, fillFields, fitField, remapFields } from './template-field.ts'

test('a value is cut to what its field takes, and refused where it cannot be', () => {
  const of = (key: string, text: string) => {
    const { value, fault } = fitField(key, text)
    return fault ? undefined : value
  }
  expect(of('thing1', '一二三四五六七八九十一二三四五六七八九十多')).toBe('一二三四五六七八九十一二三四五六七八九…')
  expect([...(of('thing1', '😀'.repeat(21)) ?? '')]).toHaveLength(20)
  expect(of('thing1', ' 上\n下 ')).toBe('上 下')
  expect(of('thing1', '')).toBe('-')
  expect(of('character_string2', 'SF123 订单')).toBeUndefined()
  expect(of('character_string2', 'A'.repeat(40))).toBe('A'.repeat(32))
  expect(of('amount3', '¥1234567890.12')).toBe('¥1234567890.12')
  expect(of('amount3', '¥12345678901')).toBeUndefined()
  expect(of('amount3', '')).toBeUndefined()
  expect(of('number4', '3')).toBe('3')
  expect(of('number4', '三')).toBeUndefined()
  expect(of('letter5', 'abc')).toBe('abc')
  expect(of('symbol6', '!!!!!!')).toBe('!!!!!')
  expect(of('time7', '2026-11-20 13:58:00')).toBe('2026-11-20 13:58:00')
  expect(of('time7', '2026年11月20日 13:58 ~ 15:00')).toBe('2026年11月20日 13:58 ~ 15:00')
  expect(of('time7', '明天')).toBeUndefined()
  expect(of('date8', '2026-11-20')).toBe('2026-11-20')
  expect(of('date8', '13:58')).toBeUndefined()
  expect(of('phone_number9', '+86-13800138000')).toBe('+86-13800138000')
  expect(of('car_number10', '粤A12345')).toBe('粤A12345')
  expect(of('name11', '欧阳上官司马诸葛东方西门')).toBe('欧阳上官司马诸葛东方')
  expect(of('name11', 'Alexander')).toBe('Alexander')
  expect(of('phrase12', '已经打款完成')).toBe('已经打款完')
  expect(of('phrase12', 'ok')).toBeUndefined()
  expect(of('short_thing13', '任何')).toBe('任何')
  expect(fitField('enum14', '完成', { enum14: ['完成', '取消'] }).fault).toBe('')
  expect(fitField('const15', '别的', { const15: ['完成'] }).fault).toBe('只能是：完成')
})

test('an amount has one sign', () => {
  expect(fitField('amount1', '¥-12.00')).toEqual({ value: '-12.00', fault: '', cut: false })
  expect(fitField('amount1', '¥12.00').value).toBe('¥12.00')
})

test('a template whose keys the platform chose keeps what its fields say', () => {
  const before = '订单号:{{character_string1.DATA}}\n商品：{{thing2.DATA}}'
  expect(fieldsOf(before)).toEqual([
    { key: 'character_string1', label: '订单号' },
    { key: 'thing2', label: '商品' },
  ])
  const after = '商品:{{thing9.DATA}}\n订单号:{{character_string1.DATA}}\n备注:{{thing2.DATA}}'
  const map = { character_string1: '{orderNo}', thing2: '{productName}' }
  expect(remapFields(before, after, map)).toMatchObject({ thing9: '{productName}', character_string1: '{orderNo}' })
  const filled = fillFields(before, map, { orderNo: '7', productName: '茶' })
  expect(filled.map(({ value }) => value)).toEqual(['7', '茶'])
})

test('every default template says what its mark knows, and fits with made-up values', () => {
  for (const template of defaultTemplates) {
    const { mark, kind, tempKey, fields } = template
    const map = Object.fromEntries(fields.map(([, key, text]) => [key, text]))
    for (const [, name = ''] of Object.values(map)
      .join('')
      .matchAll(/\{(\w+)\}/g))
      expect(variablesOf(mark)).toContain(name)
    const filled = fillFields(contentOf(fields), map, sampleOf(mark))
    expect(filled.filter(({ fault }) => fault)).toEqual([])
    expect(keywordProblem(kind, tempKey, keywordsOf(template))).toBeUndefined()
  }
  for (const mark of buyerMarkKeys) {
    for (const [, name = ''] of buyerMarks[mark].text.matchAll(/\{(\w+)\}/g)) expect(variablesOf(mark)).toContain(name)
    expect(fillMessage(buyerMarks[mark].text, sampleOf(mark))).not.toMatch(/[[\]{}]/)
  }
  expect(fillMessage('单号 {orderNo}[，原因 {reason}]。', { orderNo: '7', reason: '' })).toBe('单号 7。')
})

test('library numbers of old are refused, and keywords are two to five', () => {
  expect(keywordProblem(1, 'OPENTM200565259', ['订单号'])).toMatch('已停用')
  expect(keywordProblem(1, '43216', [])).toMatch('关键词')
  expect(keywordProblem(2, '1927', ['1'])).toMatch('2 至 5')
  expect(keywordProblem(2, '10000001', [])).toBeUndefined()
})

test('links of messages lead into the storefront and the mini-program', () => {
  expect(placesOf('/order/detail/20261120')).toEqual({
    h5: '/order/20261120',
    routine: 'pages/goods/order_details/index?orderNo=20261120',
  })
  expect(placesOf('/elsewhere').h5).toBe('/user')
})

test('quiet hours over midnight end in the morning, and equal ones are none', () => {
  const at = (text: string) => new Date(`2026-11-20T${text}:00+08:00`)
  expect(quietUntil(at('23:30'), '22:00', '08:00')).toEqual(new Date('2026-11-21T08:00:00+08:00'))
  expect(quietUntil(at('07:59'), '22:00', '08:00')).toEqual(at('08:00'))
  expect(quietUntil(at('08:00'), '22:00', '08:00')).toBeUndefined()
  expect(quietUntil(at('12:00'), '12:00', '13:00')).toEqual(at('13:00'))
  expect(quietUntil(at('12:00'), '12:00', '12:00')).toBeUndefined()
})
