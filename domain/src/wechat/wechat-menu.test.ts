import { expect, test } from 'vitest'
import { faultOfMenu, type MenuButton, menuChanges, nameWidth, tidyMenu } from './wechat-menu.ts'

const view = (name: string, url = 'https://shop.example/h5/') => ({ type: 'view', name, url })
const faultOf = (button: MenuButton[], isDraft = false) => faultOfMenu({ button }, { isDraft })?.message

test('a menu is judged by the platform’s rules, in words that name the item', () => {
  expect(faultOf([])).toBe('请至少添加一个菜单')
  expect(faultOf([view('一'), view('二'), view('三'), view('四')])).toBe('一级菜单最多3个')
  const six = ['一', '二', '三', '四', '五', '六'].map((name) => view(name))
  expect(faultOf([{ name: '逛', sub_button: six }])).toBe('二级菜单最多5个')
  expect(faultOf([view('')])).toBe('请填写菜单名称')
  expect(faultOf([view('五个汉字了')])).toBe('一级菜单名称最多4个汉字')
  expect(faultOf([{ name: '逛', sub_button: [view('九个汉字实在太长了')] }])).toBe('二级菜单名称最多8个汉字')
  expect(faultOf([view('首页', 'shop.example')])).toBe('“首页”：请输入正确的跳转地址')
  expect(faultOf([view('首页', `https://shop.example/${'长'.repeat(340)}`)])).toBe('“首页”：跳转地址最多1024字节')
  expect(faultOf([{ type: 'click', name: '客服', key: ' ' }])).toBe('“客服”：请填写关键字')
  expect(faultOf([{ type: 'click', name: '客服', key: '字'.repeat(43) }])).toBe('“客服”：关键字最多128字节')
  const mini = { type: 'miniprogram', name: '商城', url: 'https://shop.example', pagepath: 'pages/index/index' }
  expect(faultOf([{ ...mini, appid: 'WX0123456789ABCDEF' }])).toBe('“商城”：请填写完整小程序配置')
  expect(faultOf([{ ...mini, appid: 'wx0123456789abcdef' }])).toBeUndefined()
  expect(faultOf([{ name: '空的' }])).toBe('“空的”：请选择点了以后做什么')
  expect(nameWidth('VIP专区')).toBe(3.5)
})

test('a draft may be unfinished, but not larger than a menu', () => {
  expect(faultOf([], true)).toBeUndefined()
  expect(faultOf([view('', '')], true)).toBeUndefined()
  expect(faultOf([view('五个汉字了')], true)).toBe('一级菜单名称最多4个汉字')
})

test('a menu is kept without what an earlier choice left behind', () => {
  const button = [{ ...view(' 首页 '), key: '旧', appid: 'wx' }, { ...view('逛'), sub_button: [view('新品')] }]
  expect(tidyMenu({ button })).toEqual({
    button: [view('首页'), { name: '逛', sub_button: [view('新品')] }],
  })
})

test('differences from the published menu are told in words, and each can be taken back by itself', () => {
  const published = { button: [{ name: '逛', sub_button: [view('首页'), view('领券'), view('旧')] }, view('我的')] }
  const coupons = { type: 'click', name: '领券', key: '券' }
  const draft = { button: [view('我的'), { name: '逛', sub_button: [coupons, view('首页'), view('签到')] }] }
  const changes = menuChanges(published, draft)
  expect(changes.map(({ text }) => text)).toEqual([
    '一级菜单换了顺序',
    '逛：领券：打开网页 → 回复消息',
    '逛：加了 签到',
    '逛：去掉了 旧',
    '逛：换了顺序',
  ])
  for (const { text, undone } of changes)
    expect(menuChanges(published, undone).map((each) => each.text)).toEqual(
      changes.map((each) => each.text).filter((each) => each !== text),
    )
  expect(menuChanges(published, published)).toEqual([])
})
