import { expect, test } from 'vitest'
import { bareNumber, guessCarrier, isExpressNumber, isOthers, tidyNumber } from './express.ts'

test.each([
  ['SF1234567890123', 'SF'],
  ['sf1234567890123:6021', 'SF'],
  [' YT1234567890123 ', 'YTO'],
  ['JDVC03062966736', 'JD'],
  ['JT3084671970540', 'JTSD'],
  ['DPK202600000001', 'DBL'],
  ['EA123456789CN', 'EMS'],
  ['PA123456789CN', 'YZPY'],
  ['773058962040428', 'STO'],
  ['75123456789012', 'ZTO'],
  ['312345678901234', 'YD'],
])('%s looks like a number of %s', (number, carrier) => {
  expect(guessCarrier(number)[0]).toBe(carrier)
})

test('a number that looks like nobody’s names nobody', () => {
  expect(guessCarrier('1')).toEqual([])
  expect(guessCarrier('包裹')).toEqual([])
})

test('numbers have 6 to 64 letters, digits and dashes; those of SF may end with four digits of a phone', () => {
  expect(isExpressNumber('ZTO', '75123456789012')).toBe(true)
  expect(isExpressNumber('ZTO', '12345')).toBe(false)
  expect(isExpressNumber('ZTO', 'a'.repeat(65))).toBe(false)
  expect(isExpressNumber('SF', 'SF1234567890123:6021')).toBe(true)
  expect(isExpressNumber('ZTO', '75123456789012:6021')).toBe(false)
  expect(isExpressNumber('SF', 'SF1234567890123:602')).toBe(false)
  // Two numbers are not one long one.
  expect(isExpressNumber('YTO', 'YT1234567890123 YT1234567890124')).toBe(false)
})

test.each([
  ['sf1234567890123', 'SF1234567890123', 'SF1234567890123'],
  [' ＳＦ1234567890123：6021 ', 'SF1234567890123:6021', 'SF1234567890123'],
  ['75123456789012', '75123456789012', '75123456789012'],
])('a number typed as «%s» is stored as %s and is the same parcel as %s', (typed, stored, bare) => {
  expect(isExpressNumber('SF', typed)).toBe(true)
  expect(tidyNumber(typed)).toBe(stored)
  expect(bareNumber(typed)).toBe(bare)
})

test.each([
  ['SF 1357 9246 8013 5', 'SF1357924680135', 'SF'],
  ['快递单号：SF-1357-9246-8013-5', 'SF1357924680135', 'SF'],
  ['运单号 YT 1357 9246 8013 5', 'YT1357924680135', 'YTO'],
  ['SF1357924680135\u200b', 'SF1357924680135', 'SF'],
  ['\u202dＪＴ１３５７９２４６８０１３５\u202c', 'JT1357924680135', 'JTSD'],
  ['JDVC13579246801-1-2', 'JDVC13579246801-1-2', 'JD'],
])('a number pasted as %j is %s, of %s', (typed, stored, carrier) => {
  expect(tidyNumber(typed)).toBe(stored)
  expect(guessCarrier(typed)).toEqual([carrier])
})

test('a number of another carrier is seen, one that could be of several is not', () => {
  expect(isOthers('YTO', 'SF 1357 9246 8013 5')).toBe(true)
  expect(isOthers('SF', 'SF1357924680135')).toBe(false)
  expect(isOthers('STO', '75123456789012')).toBe(true)
  expect(isOthers('ZTO', '5512345678')).toBe(false)
  expect(isOthers('our-van', 'SF1357924680135')).toBe(false)
})
