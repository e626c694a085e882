import type { AreaWalk } from './audit-walk.ts'

export const settingWalk: AreaWalk = {
  walks: {
    'dict.save': () => ({ body: { name: 'colour', remark: '颜色' } }),
    'dict.update': (ids) => ({ body: { id: ids['dict.save'], name: 'colours', remark: '颜色' } }),
    'dict-detail.save': (ids) => ({ body: { label: '红', value: 'red', dict: { id: ids['dict.save'] } } }),
    'dict-detail.update': (ids) => ({
      body: { id: ids['dict-detail.save'], label: '大红', value: 'red', dict: { id: ids['dict.save'] } },
    }),
    'dict-detail.remove': (ids) => ({ params: { id: ids['dict-detail.save'] ?? 0 } }),
    'dict.remove': (ids) => ({ params: { id: ids['dict.save'] ?? 0 } }),
    'region.save': () => ({ body: { cityId: 990_000, parentId: 0, name: '测试省' } }),
    'region.update': (ids) => ({ body: { id: ids['region.save'], parentId: 0, name: '试验省' } }),
    'region.updateStatus': (ids) => ({ body: { id: ids['region.save'], status: false } }),
    'express-company.save': () => ({ body: { code: 'niuniu', name: '牛牛快递' } }),
    'express-company.update': (ids) => ({ body: { id: ids['express-company.save'], name: '牛牛速运' } }),
    'express-company.updateShow': (ids) => ({ body: { id: ids['express-company.save'], isShow: false } }),
    'saved-view.save': () => ({ body: { page: 'order.list', name: '大额', query: { minPrice: 5000 } } }),
    'saved-view.remove': (ids) => ({ body: { id: ids['saved-view.save'] } }),
    'setting.save': () => ({ params: { group: 'site' }, body: { values: { site_name: '新掌柜' } } }),
    'express-company.remove': (ids) => ({ query: { id: ids['express-company.save'] ?? 0 } }),
    'region.remove': (ids) => ({ query: { id: ids['region.save'] ?? 0 } }),
  },
  elsewhere: {
    'saved-view.sort': 'how the own console looks',
    'setting.test': 'changes nothing',
    'reveal.show': 'shop-user.test.ts',
    'region.import': 'region-import.test.ts',
    'express-company.sync': 'express-provider.test.ts',
  },
}
