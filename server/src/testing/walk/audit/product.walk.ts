import { sql } from 'drizzle-orm'
import { componentPictures } from '../../../areas/product/component/component-product.tables.ts'
import { auditSimulated } from '../../../areas/product/component/shop-simulator.service.ts'
import { componentDraft, PICTURE } from '../../component.ts'
import { formOf, makeCategory, productPermissions, readProduct, variantDraft } from '../../product.ts'
import type { Shop } from '../../shop.ts'
import { type AreaWalk, type Ids, picture } from './audit-walk.ts'

export const productWalk: AreaWalk = {
  walks: {
    'category.save': () => ({ body: { name: '家纺', pid: 0, type: 1 } }),
    'category.update': (ids) => ({ body: { id: ids['category.save'], name: '床上用品', pid: 0, type: 1 } }),
    'category.sort': (ids) => ({ body: { moves: [{ id: ids['category.save'], pid: 0, sort: 9 }] } }),
    'brand.save': () => ({ body: { name: '棉田' } }),
    'brand.update': (ids) => ({ body: { id: ids['brand.save'], name: '棉田家' } }),
    'product-label.save': () => ({ body: { name: '新品', color: '#1677ff' } }),
    'product-label.update': (ids) => ({ body: { id: ids['product-label.save'], name: '上新', color: '#1677ff' } }),
    'param-template.save': () => ({ body: { name: '布料', params: [{ name: '材质', value: '棉' }] } }),
    'param-template.update': (ids) => ({
      body: { id: ids['param-template.save'], name: '面料', params: [{ name: '材质', value: '麻' }] },
    }),
    'product-rule.save': () => ({ body: { ruleName: '颜色', ruleValue: [{ value: '颜色', detail: ['红'] }] } }),
    'product-rule.update': (ids) => ({
      body: { id: ids['product-rule.save'], ruleName: '色彩', ruleValue: [{ value: '颜色', detail: ['红', '蓝'] }] },
    }),
    'freight-template.save': () => ({ body: freight('江浙沪') }),
    'freight-template.update': (ids) => ({ body: { id: ids['freight-template.save'], ...freight('华东') } }),
    'product.save': (ids) => ({ body: variantDraft(ids['category.save'] ?? 0) }),
    'product.update': async (ids, shop) => ({ body: { ...formOf(await infoOf(ids, shop)), storeName: '亚麻T恤' } }),
    'product.quickEdit': (ids) => ({ body: { id: ids['product.save'], field: 'storeName', value: '棉麻T恤' } }),
    'product.putOnShelf': (ids) => ({ params: one(ids) }),
    'product.duplicate': (ids) => ({ params: one(ids) }),
    'product.batch': (ids) => ({
      body: { ids: [ids['product.duplicate']], action: 'fields', data: { sort: 5 } },
    }),
    'product-grid.save': async (ids, shop) => {
      const { id, version, attrValue } = await infoOf(ids, shop)
      return { body: { changes: [{ id, version, skus: [{ id: attrValue[0]?.id, price: 66 }] }] } }
    },
    'product-stock.add': async (ids, shop) => {
      const { id, attrValue } = await infoOf(ids, shop)
      return { body: { id, attrValueList: [{ id: attrValue[0]?.id, addStock: 3 }] } }
    },
    'product-stock.adjust': async (ids, shop) => {
      const { id, attrValue } = await infoOf(ids, shop)
      return { body: { id, items: [{ id: attrValue[0]?.id, mode: 'add', quantity: 2 }], reason: 'stocktake' } }
    },
    'product-reply.save': (ids) => ({ body: { productId: ids['product.save'], ...reply('很舒服') } }),
    'product-reply.update': (ids) => ({ body: { id: ids['product-reply.save'], comment: '很柔软' } }),
    'product-reply.comment': (ids) => ({ body: { ids: ids['product-reply.save'], merchantReplyContent: '谢谢' } }),
    'product-reply.moderate': (ids) => ({ body: { ids: [ids['product-reply.save']], isShow: false } }),
    'product-reply.remove': (ids) => ({ params: { id: ids['product-reply.save'] ?? 0 } }),
    'component-product.uploadPicture': async () => ({ file: ['a.png', await picture('red'), 'media'] }),
    'component-product.add': async (ids, shop) => {
      await shop.ctx.db.insert(componentPictures).values({ shop: 'simulator', hash: '0', tempUrl: PICTURE })
      return { body: componentDraft(await infoOf(ids, shop)) }
    },
    'component-product.withdraw': (ids) => ({ params: { id: ids['component-product.add'] ?? 0 } }),
    'component-product.update': async (ids, shop) => {
      const { primaryProductId: _, ...form } = componentDraft(await infoOf(ids, shop), { title: '纯棉T恤 情侣同款' })
      return { body: { ...form, productId: await onlineId(shop) } }
    },
    'component-product.takeOffShelf': async (_, shop) => {
      const id = await onlineId(shop)
      await auditSimulated(shop.ctx, { outProductId: String(id), submission: 2 })
      return { params: { id } }
    },
    'component-product.putOnShelf': async (_, shop) => ({ params: { id: await onlineId(shop) } }),
    'component-product.remove': async (_, shop) => ({ params: { id: await onlineId(shop) } }),
    'product-import.upload': () => ({
      file: [
        'a.csv',
        Buffer.from(
          'Handle,Title,Variant SKU,Variant Price,Image Src\nbell,Bell,B-3,9.90,https://nowhere.invalid/1.jpg',
        ),
      ],
    }),
    'product-import.confirm': async (_, { ctx }) => {
      const { rows } = await ctx.db.execute<{ id: number }>(sql`select id from product_import`)
      return { body: { importId: rows[0]?.id, policy: 'skip' } }
    },
    'product-import.retryPictures': async (_, { ctx }) => {
      await ctx.db.execute(sql`update product_import set status = 'done'`)
      const { rows } = await ctx.db.execute<{ id: number }>(sql`select id from product_import`)
      return { params: { id: rows[0]?.id ?? 0 } }
    },
    'product-undo.start': async (_, { ctx }) => {
      await ctx.db.execute(sql`update task set status = 'success'`)
      const { rows } = await ctx.db.execute<{ id: number }>(sql`select id from product_undo order by id limit 1`)
      return { params: { id: rows[0]?.id ?? 0 } }
    },
    'product.takeOffShelf': (ids) => ({ params: one(ids) }),
    'product.remove': (ids) => ({ params: one(ids) }),
    'product.restore': (ids) => ({ params: one(ids) }),
    'product-rule.remove': (ids) => ({ params: { id: ids['product-rule.save'] ?? 0 } }),
    'param-template.remove': (ids) => ({ params: { id: ids['param-template.save'] ?? 0 } }),
    'product-label.remove': (ids) => ({ params: { id: ids['product-label.save'] ?? 0 } }),
    'brand.remove': (ids) => ({ params: { id: ids['brand.save'] ?? 0 } }),
    'freight-template.remove': (ids) => ({ query: { id: ids['freight-template.save'] ?? 0 } }),
    'category.updateStatus': (ids) => ({ params: { id: ids['category.save'] ?? 0 } }),
    'category.remove': async (ids, shop) => {
      const moveTo = await makeCategory(await shop.signIn({ permissions: productPermissions }), '其他')
      return { query: { id: ids['category.save'] ?? 0, moveTo } }
    },
  },
  elsewhere: {
    'freight-template.trial': 'changes nothing',
    'product.keepDraft': 'an own draft, which nobody else sees',
    'product.removeDraft': 'an own draft, which nobody else sees',
    'product-copy.config': 'changes nothing',
    'product-copy.copy': 'fills the form; only its pictures are stored',
    'product-copy.import': 'fills the form; only its pictures are stored',
    'product-copy.parse': 'fills the form; only its pictures are stored',
  },
}

const one = (ids: Ids) => ({ id: ids['product.save'] ?? 0 })
const infoOf = async (ids: Ids, shop: Shop) =>
  readProduct(await shop.signIn({ permissions: productPermissions }), ids['product.save'] ?? 0)

async function onlineId({ ctx }: Shop): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: number }>(sql`select id from component_product`)
  return rows[0]?.id ?? 0
}

const freight = (name: string) => ({
  name,
  type: 1,
  appoint: 0,
  regionList: [{ isDefault: true, areas: [], first: 1, firstPrice: 8, renewal: 1, renewalPrice: 2 }],
})

const reply = (comment: string) => ({
  nickname: '阿夏',
  avatar: 'https://m.example/a.png',
  comment,
  productScore: 5,
  serviceScore: 5,
})
