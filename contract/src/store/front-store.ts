import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const StoreQuery = t.pageQuery({
  latitude: t.Optional(t.Number({ title: '纬度', minimum: -90, maximum: 90 })),
  longitude: t.Optional(t.Number({ title: '经度', minimum: -180, maximum: 180 })),
})
export type FrontStoreQuery = t.Static<typeof StoreQuery>

export const FrontStore = t.Object({
  id: t.Id,
  name: t.String(),
  introduction: t.String(),
  phone: t.String(),
  address: t.String({ title: '地址', description: '省市区与详细地址', maxLength: 600 }),
  image: t.String(),
  latitude: t.Number({ title: '纬度' }),
  longitude: t.Number({ title: '经度' }),
  validTime: t.Nullable(t.Array(t.String())),
  dayTime: t.Nullable(t.Array(t.String())),
  distance: t.Nullable(t.Integer({ title: '距离', description: '米；没有位置时为空' })),
})
export type FrontStore = t.Static<typeof FrontStore>

/** The stores where buyers can pick up their orders (docs/stores.md, Stores). */
export const frontStore = routes('front-store', {
  list: {
    method: 'POST',
    path: '/api/front/store/list',
    permission: 'visitor',
    quiet: true,
    summary: '可自提的门店，近的在前',
    body: StoreQuery,
    response: t.pageOf(FrontStore),
  },
})
