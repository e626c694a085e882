import { type RegionNode, region } from '@zhanggui/contract/setting/region.ts'
import { parseAddress } from '@zhanggui/domain/order/address.ts'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'

const KIND = /(?:特别行政区|自治[区州县旗]|地区|林区|新区|[省市区县旗盟])$/
const PEOPLE =
  /(?:壮|回|藏|苗|彝|土家|布依|侗|瑶|白|哈尼|傣|傈僳|景颇|朝鲜|羌|满|黎|畲|仫佬|毛南|水|仡佬|纳西|拉祜|佤|布朗|独龙|怒|普米|土|撒拉|保安|裕固|达斡尔|各|东乡|哈萨克|蒙古)族$|维吾尔$|哈萨克$|蒙古$|柯尔克孜$|锡伯$|塔吉克$/
/** Levels that stand in the table alone. */
const NOBODYS = /^(?:县|市辖区)$|直辖县级/

/** 阿坝藏族羌族自治州 → 阿坝. */
function short(name: string): string {
  let text = name.replace(KIND, '')
  if (/^(?:东乡|鄂温克)族$/.test(text)) return text.slice(0, -1)
  while (PEOPLE.test(text) && text.replace(PEOPLE, '').length > 1) text = text.replace(PEOPLE, '')
  return text.length > 1 ? text : name
}

const spellings = {
  full: (province: string, city: string, district: string) => province + city + district,
  'without 省': (province: string, city: string, district: string) => province.replace(/省$/, '') + city + district,
  'without province': (province: string, city: string, district: string) => (city || province) + district,
  'prefectures and autonomous counties short': (province: string, city: string, district: string) =>
    province +
    city.replace(/^.*自治州$/, `${short(city)}州`) +
    district.replace(/^.*自治([县旗])$/, `${short(district)}$1`),
  'all short': (province: string, city: string, district: string) =>
    [province, city, district].map((name) => name && short(name)).join(''),
}

test('every county of the division is known in the ways people write it, and none is taken for another', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [region.tree] })
  const { body: regions } = await staff.call(region.tree, {})
  const written = (node: RegionNode, above?: RegionNode) =>
    NOBODYS.test(node.name) || node.name === above?.name ? '' : node.name
  const counties = regions.flatMap((province) =>
    (province.child ?? []).flatMap((city) =>
      (city.child ?? [city]).map((county) => ({
        id: county.cityId,
        names: [province.name, written(city, province), written(county, city)] as const,
      })),
    ),
  )
  expect(counties.length).toBeGreaterThan(3000)
  const started = performance.now()
  for (const [how, write] of Object.entries(spellings)) {
    const texts = Map.groupBy(counties, ({ names }) => write(...names))
    const clear = [...texts].flatMap(([text, [only, ...others]]) => (only && !others.length ? [{ text, ...only }] : []))
    expect(clear.length, how).toBeGreaterThan(counties.length * 0.98)
    const wrong: string[] = []
    const unknown: string[] = []
    for (const { text, id } of clear) {
      const { area, isWhole, detail, name } = parseAddress(`李雷 13612340016 ${text}威远路6号`, regions)
      if (isWhole && area.at(-1) === id && detail === '威远路6号' && name === '李雷') continue
      if (isWhole) wrong.push(text)
      else unknown.push(text)
    }
    expect(wrong, how).toEqual([])
    expect(unknown.length, `${how}: ${unknown.slice(0, 10).join()}`).toBeLessThan(clear.length * 0.005)
  }
  expect(performance.now() - started).toBeLessThan(10_000)
})
