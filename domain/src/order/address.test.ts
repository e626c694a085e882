import { expect, test } from 'vitest'
import { type Place, parseAddress } from './address.ts'

const regions: Place[] = [
  place('110000 北京市', place('110100 北京市', place('110101 东城区'), place('110105 朝阳区'))),
  place('310000 上海市', place('310100 上海市', place('310104 徐汇区'), place('310115 浦东新区'))),
  place(
    '220000 吉林省',
    place('220100 长春市', place('220104 朝阳区')),
    place('220200 吉林市', place('220202 昌邑区')),
  ),
  place(
    '320000 江苏省',
    place('320100 南京市', place('320106 鼓楼区')),
    place('320300 徐州市', place('320302 鼓楼区')),
    place('320500 苏州市', place('320571 苏州工业园区'), place('320583 昆山市')),
  ),
  place('330000 浙江省', place('330100 杭州市', place('330108 滨江区'))),
  place(
    '420000 湖北省',
    place('422800 恩施土家族苗族自治州', place('422801 恩施市')),
    place('429000 省直辖县级行政区划', place('429004 仙桃市')),
  ),
  place(
    '440000 广东省',
    place('441900 东莞市'),
    place('442000 中山市'),
    place('440300 深圳市', place('440305 南山区')),
  ),
  place('460000 海南省', place('460100 海口市', place('460106 龙华区'))),
  place('500000 重庆市', place('500100 重庆市', place('500112 渝北区')), place('500200 县', place('500229 城口县'))),
  place('630000 青海省', place('632500 海南藏族自治州', place('632521 共和县'))),
  place('150000 内蒙古自治区', place('150100 呼和浩特市', place('150102 新城区'))),
]

function place(text: string, ...child: Place[]): Place {
  const [id, name = ''] = text.split(' ')
  return { cityId: Number(id), name, ...(child.length && { child }) }
}

test.each([
  ['林知夏 13812346021 上海市徐汇区龙华街道天钥桥路1号', ['林知夏', '13812346021', 310104, '龙华街道天钥桥路1号']],
  ['林知夏13812346021上海徐汇天钥桥路1号 2单元', ['林知夏', '13812346021', 310104, '天钥桥路1号 2单元']],
  ['浙江 杭州 滨江 网商路 599 号，何苗，138-1234-6021', ['何苗', '13812346021', 330108, '网商路 599 号']],
  [
    '收货人：Tom Li\n手机号码: +86 13812346021\n所在地区：上海市 上海市 浦东新区\n详细地址：上海市浦东新区世纪大道 1 号 邮编：200120',
    ['Tom Li', '13812346021', 310115, '世纪大道 1 号'],
  ],
  [
    '买买提·吐尔逊，０１０-12345678，中国北京东城区东四北大街1号',
    ['买买提·吐尔逊', '010-12345678', 110101, '东四北大街1号'],
  ],
  ['王先生 电话13812346021 江苏昆山前进中路1号', ['王先生', '13812346021', 320583, '前进中路1号']],
  ['湖北恩施恩施市施州大道1号', ['', '', 422801, '施州大道1号']],
  ['湖北省仙桃市沔街1号', ['', '', 429004, '沔街1号']],
  ['重庆市城口县葛城街道1号', ['', '', 500229, '葛城街道1号']],
  ['广东东莞市鸿福路1号', ['', '', 441900, '鸿福路1号']],
  ['青海海南藏族自治州共和县1号', ['', '', 632521, '1号']],
  ['内蒙古呼和浩特新城区1号', ['', '', 150102, '1号']],
  ['吉林吉林市昌邑区1号', ['', '', 220202, '1号']],
  ['苏州苏州工业园区星湖街1号', ['', '', 320571, '星湖街1号']],
])('an address pasted as one text is taken apart: %s', (text, [name, phone, leaf, detail]) => {
  const found = parseAddress(text, regions)
  expect([found.name, found.phone, found.area.at(-1), found.detail]).toEqual([name, phone, leaf, detail])
})

test.each([
  ['a district of several cities', '朝阳区望京街道1号', '朝阳区望京街道1号'],
  ['a district of several cities of the province', '江苏鼓楼区中山路1号', '江苏鼓楼区中山路1号'],
  ['a city without its district', '上海市世纪大道1号', '上海市世纪大道1号'],
  ['a street named after a city', '中山路1号', '中山路1号'],
  ['nothing known', '月球背面1号', '月球背面1号'],
])('the place stays empty for %s, and the text is kept', (_, text, detail) => {
  expect(parseAddress(text, regions)).toEqual({ name: '', phone: '', area: [], detail })
})

test('of two phones and two names none is chosen, unless one of them stands beside the phone', () => {
  expect(parseAddress('何苗 林木 13812346021 13912346021', regions)).toMatchObject({ phone: '', name: '林木' })
  expect(parseAddress('何苗 林木 上海徐汇区1号', regions)).toMatchObject({ name: '' })
})

test('hidden places are not found', () => {
  const hidden = regions.map((one) => ({ ...one, child: one.child?.map((city) => ({ ...city, isShow: false })) }))
  expect(parseAddress('上海市徐汇区1号', hidden).area).toEqual([])
})

test('hostile text is read quickly against the whole national division', () => {
  const many = (count: number, of: (at: number) => Place) => Array.from({ length: count }, (_, at) => of(at))
  const nation = many(34, (province) =>
    place(
      `${province} 上海${province}省`,
      ...many(10, (city) => place(`${city} 省市${city}市`, ...many(9, (at) => place(`${at} 市区${at}区`)))),
    ),
  )
  const started = performance.now()
  for (const text of ['1'.repeat(5000), '上海0 省市0 '.repeat(300), '省市区 '.repeat(300), ' '.repeat(5000)])
    parseAddress(text, nation)
  expect(performance.now() - started).toBeLessThan(2000)
})
