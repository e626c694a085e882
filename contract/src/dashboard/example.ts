import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** What was removed, and what stayed because it was ordered or changed since. */
export const ExampleRemoval = t.Object({
  removed: t.Integer({ title: '删除数量' }),
  kept: t.Array(t.Object({ name: t.String({ title: '名称' }), reason: t.String({ title: '保留原因' }) })),
})
export type ExampleRemoval = t.Static<typeof ExampleRemoval>

const path = '/admin/store/example'

/** 示例数据: a category with some products, to see what a shop looks like; one set at a time. */
export const example = routes('example', {
  add: {
    method: 'POST',
    path,
    permission: 'admin:product:save',
    summary: '放入示例数据',
    response: t.Object({ products: t.Integer({ title: '示例商品' }) }),
    errors: [403, 409],
  },
  remove: {
    method: 'DELETE',
    path,
    permission: 'admin:product:delete',
    summary: '删除示例数据，改过或卖过的保留',
    response: ExampleRemoval,
    errors: [404],
  },
})
