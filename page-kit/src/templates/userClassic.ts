import { BARE, CARD, goods, place, type Template } from './template.ts'

export const userClassic: Template = {
  key: 'userClassic',
  title: '个人中心-经典',
  type: 4,
  settings: place({ pageTitle: '我的', pageColorPicker: '#f4f5f7' }),
  pictures: {},
  parts: () => [
    ['userCard'],
    ['memberCard', {}, { ...BARE, gap: 0 }],
    ['userAssets', {}, CARD],
    ['userOrders', {}, CARD],
    ['userServices', {}, CARD],
    ...goods(['你可能还需要', ''], { source: 'bestseller', count: 8 }),
    ['copyright', {}, BARE],
    ['tabBar'],
  ],
}
