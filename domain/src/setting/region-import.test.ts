import { describe, expect, test } from 'vitest'
import { type Place, placeRegions, readRegionSheet } from './region-import.ts'

const heading = { line: 1, cells: ['地区名称', '地区编号', '上级编号', '区号'] }
const place = (cityId: number, parentId: number, name: string): Place => {
  return { cityId, parentId, name, areaCode: '', lng: '', lat: '' }
}

describe('a sheet of places', () => {
  test('is read by its column titles; lines that cannot be read are reported', () => {
    const lines = [
      ['北京市', '110000', '', '010'],
      ['', '110100', '110000', ''],
      ['东城区', '1101', '110000', ''],
      ['西城区', '110102', 'x', ''],
      ['甲', '110000', '0', ''],
      ['乙', '110103', '0', '10'],
    ].map((cells, index) => ({ line: index + 2, cells }))
    const { places, faults } = readRegionSheet([heading, ...lines])
    expect(places).toEqual([{ ...place(110000, 0, '北京市'), areaCode: '010' }])
    expect(faults.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '3 地区名称应为 1 到 100 个字，不含逗号',
      '4 地区编号应为 6 或 9 位数字',
      '5 上级编号应为数字，省级填 0',
      '6 地区编号重复',
      '7 区号格式如 010、0755',
    ])
  })

  test('without its columns reports the missing ones', () => {
    expect(readRegionSheet([{ line: 1, cells: ['编号'] }]).faults).toEqual([
      { line: 1, message: '缺少列：地区编号、上级编号、地区名称' },
    ])
    expect(readRegionSheet([]).faults).toHaveLength(1)
  })

  test('reports places without a parent, below themselves, too deep, or named like a sibling', () => {
    const known = [place(110000, 0, '北京市'), place(110100, 110000, '市区')]
    const given = [
      place(110101, 110100, '东城区'),
      place(110102, 110100, '东城区'),
      place(120100, 120000, '孤儿'),
      place(130000, 130100, '甲'),
      place(130100, 130000, '乙'),
      place(110101001, 110101, '东华门'),
      place(110101002, 110101001, '太深'),
    ]
    const { placed, misplaced } = placeRegions(known, given)
    expect(placed.get(110101001)).toMatchObject({ level: 3, mergerName: '北京市,市区,东城区,东华门' })
    expect(Object.fromEntries(misplaced.map(({ cityId, message }) => [cityId, message]))).toEqual({
      110102: '同一上级下已有「东城区」',
      120100: '上级编号不存在',
      130000: '层级过深或上级循环',
      130100: '层级过深或上级循环',
      110101002: '层级过深或上级循环',
    })
  })
})
