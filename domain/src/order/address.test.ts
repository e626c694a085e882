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
  place(
    '150000 内蒙古自治区',
    place('150100 呼和浩特市', place('150102 新城区')),
    place('150500 通辽市', place('150521 科尔沁左翼中旗')),
    place('150700 呼伦贝尔市', place('150724 鄂温克族自治旗')),
  ),
  place(
    '513000 四川省',
    place('510100 成都市', place('510104 锦江区')),
    place('513200 阿坝藏族羌族自治州', place('513221 汶川县'), place('513231 阿坝县')),
    place('513400 凉山彝族自治州', place('513401 西昌市')),
  ),
  place(
    '650000 新疆维吾尔自治区',
    place('652800 巴音郭楞蒙古自治州', place('652801 库尔勒市')),
    place('653100 喀什地区', place('653101 喀什市')),
  ),
  place('450000 广西壮族自治区', place('451000 百色市', place('451031 隆林各族自治县'))),
  place('130000 河北省', place('130600 保定市', place('130629 容城县'), place('130638 雄县'))),
  place(
    '370000 山东省',
    place('370100 济南市', place('370116 莱芜区')),
    place('370200 青岛市', place('370202 市南区')),
  ),
  place('350000 福建省', place('350400 三明市', place('350405 沙县区'))),
  place('620000 甘肃省', place('620200 嘉峪关市', place('620201 市辖区'))),
  place('540000 西藏自治区', place('540400 林芝市', place('540422 米林县'))),
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
  ['江苏省苏州市工业园区现代大道88号', ['', '', 320571, '现代大道88号']],
  ['赵四 13612340016 四川省阿坝州汶川县映秀镇3号', ['赵四', '13612340016', 513221, '映秀镇3号']],
  ['四川阿坝阿坝县德吉路2号', ['', '', 513231, '德吉路2号']],
  ['四川凉山州西昌市航天大道9号', ['', '', 513401, '航天大道9号']],
  ['新疆巴州库尔勒市萨依巴格路7号', ['', '', 652801, '萨依巴格路7号']],
  ['新疆喀什喀什市人民东路6号', ['', '', 653101, '人民东路6号']],
  ['内蒙古通辽市科左中旗保康镇5号', ['', '', 150521, '保康镇5号']],
  ['内蒙古呼伦贝尔鄂温克旗巴彦托海镇2号', ['', '', 150724, '巴彦托海镇2号']],
  ['广西自治区百色市隆林县新州镇8号', ['', '', 451031, '新州镇8号']],
  ['山东省莱芜市莱城区鲁中大街4号', ['', '', 370116, '鲁中大街4号']],
  ['山东青岛市南区东海路6号', ['', '', 370202, '东海路6号']],
  ['福建三明沙县建国路3号', ['', '', 350405, '建国路3号']],
  ['福建省三明市沙县区建国路3号', ['', '', 350405, '建国路3号']],
  ['西藏林芝米林市福州路1号', ['', '', 540422, '福州路1号']],
  ['甘肃省嘉峪关市新华中路5号', ['', '', 620201, '新华中路5号']],
  ['河北省雄安新区容城县金容大街10号', ['', '', 130629, '金容大街10号']],
  ['河北省保定市雄安新区雄县雄州路2号', ['', '', 130638, '雄州路2号']],
  ['北京市市辖区朝阳区酒仙桥路10号', ['', '', 110105, '酒仙桥路10号']],
  ['湖北省-省直辖县级行政区划 仙桃市沔阳大道2号', ['', '', 429004, '沔阳大道2号']],
  ['浙江省杭州市杭州市滨江区江南大道1号', ['', '', 330108, '江南大道1号']],
  ['吴六 17012345678-8866 江苏苏州昆山市人民路2号', ['吴六', '17012345678', 320583, '人民路2号 转8866']],
  ['江苏苏州昆山市人民路2号，吴六[8866]，17012345678转8866', ['吴六[8866]', '17012345678', 320583, '人民路2号 转8866']],
  ['【收货地址】上海市徐汇区漕溪路2号 联系人 孙八 13612340016', ['孙八', '13612340016', 310104, '漕溪路2号']],
  ['上海徐汇漕溪路2号 孙八(收) 13612340016', ['孙八', '13612340016', 310104, '漕溪路2号']],
  [
    '订单编号：20261123101500123456 收件人：孙八 电话：13612340016 地址：上海市徐汇区漕溪路2号',
    ['孙八', '13612340016', 310104, '漕溪路2号'],
  ],
  ['郑七\u202d13612340016\u202c北京市东城区交道口1号', ['郑七', '13612340016', 110101, '交道口1号']],
  ['Wei Ming Chen 13612340016 上海市徐汇区宜山路2号', ['Wei Ming Chen', '13612340016', 310104, '宜山路2号']],
  ['上海市徐汇区宜山路2号, Chen Wei, 166 1234 0016', ['Chen Wei', '16612340016', 310104, '宜山路2号']],
])('an address pasted as one text is taken apart: %s', (text, [name, phone, leaf, detail]) => {
  const found = parseAddress(text, regions)
  expect([found.name, found.phone, found.area.at(-1), found.detail]).toEqual([name, phone, leaf, detail])
})

test.each([
  ['a district of several cities', '朝阳区望京街道1号', '朝阳区望京街道1号'],
  ['a district of several cities of the province', '江苏鼓楼区中山路1号', '江苏鼓楼区中山路1号'],
  ['a province without its city', '江苏省中山路1号', '江苏省中山路1号'],
  ['a street named after a district', '江苏昆山路1号', '江苏昆山路1号'],
  ['a street named after a city', '中山路1号', '中山路1号'],
  ['nothing known', '月球背面1号', '月球背面1号'],
])('the place stays empty for %s, and the text is kept', (_, text, detail) => {
  expect(parseAddress(text, regions)).toEqual({ name: '', phone: '', area: [], isWhole: false, detail })
})

test.each([
  ['四川省成都市高新区益州大道2号', [513000, 510100], '高新区益州大道2号'],
  ['上海市世纪大道1号', [310000, 310100], '世纪大道1号'],
  ['阿坝州马尔康市团结街1号', [513000, 513200], '马尔康市团结街1号'],
  ['江苏南京江宁路1号', [320000, 320100], '江宁路1号'],
])('of a place whose district is not sure the city is known, and the rest is kept: %s', (text, area, detail) => {
  expect(parseAddress(text, regions)).toMatchObject({ area, isWhole: false, detail })
})

test('of two phones and two names none is chosen, unless one of them stands beside the phone', () => {
  expect(parseAddress('何苗 林木 13812346021 13912346021', regions)).toMatchObject({ phone: '', name: '林木' })
  expect(parseAddress('何苗 林木 上海徐汇区1号', regions)).toMatchObject({ name: '' })
})

test('hidden places are not found', () => {
  const hidden = regions.map((one) => ({ ...one, child: one.child?.map((city) => ({ ...city, isShow: false })) }))
  expect(parseAddress('上海市徐汇区1号', hidden).area).toEqual([])
})

test('hostile text asks for the name of each place of the national division a bounded number of times', () => {
  let reads = 0
  const watched = ({ name, ...rest }: Place): Place => ({
    ...rest,
    get name() {
      reads++
      return name
    },
  })
  const many = (count: number, of: (at: number) => Place) => Array.from({ length: count }, (_, at) => watched(of(at)))
  const nation = many(34, (province) =>
    place(
      `${province} 上海${province}省`,
      ...many(10, (city) => place(`${city} 省市${city}市`, ...many(9, (at) => place(`${at} 市区${at}区`)))),
    ),
  )
  for (const text of ['1'.repeat(5000), '上海0 省市0 '.repeat(300), '省市区 '.repeat(300), ' '.repeat(5000)]) {
    parseAddress(text, nation)
    expect(reads, text.slice(0, 10)).toBeLessThan(100_000)
  }
})
