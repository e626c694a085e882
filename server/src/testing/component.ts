import { type ComponentDraftSave, componentProduct } from '@zhanggui/contract/product/component-product.ts'
import type { ProductDraft, ProductInfo } from '@zhanggui/contract/product/product.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { handleShopEvent } from '../areas/product/component/component-event.service.ts'
import { componentPictures } from '../areas/product/component/component-product.tables.ts'
import { inTransaction } from '../platform/http/context.ts'
import { openFakeWechat } from '../platform/outside/wechat/fake/frame.ts'
import { makeProduct, openProductShop, productPermissions, variantDraft } from './product.ts'
import type { Caller, Shop } from './shop.ts'

export const componentPermissions = Object.values(componentProduct).map(({ permission }) => permission)

/** A category of the simulator without requirements, and one that requires pictures of qualifications. */
export const SIMPLE_CATEGORY = 1210
export const STRICT_CATEGORY = 6091

const testAccount = { appid: 'wx0123456789abcdef', secret: 'secret-1' }

export const PICTURE = 'https://m.example/red.jpg'

/** Opens a shop with a product of four SKUs, and staff with all permissions for the simulated WeChat shop. */
export async function openComponentShop(change: Partial<ProductDraft> = {}) {
  const { shop, cateId } = await openProductShop()
  const staff = await shop.signIn({ permissions: [...productPermissions, ...componentPermissions] })
  const main = await makeProduct(staff, variantDraft(cateId, { isShow: true, ...change }))
  await keepPicture('simulator')
  return { shop, staff, cateId, main, keepPicture }

  /** Records that the picture of the drafts was already uploaded to WeChat. */
  async function keepPicture(of: string) {
    await inTransaction(shop.ctx, (tx) =>
      tx.db.insert(componentPictures).values({ shop: of, hash: '0', tempUrl: PICTURE }),
    )
  }
}

/** The same, with a local fake of WeChat's transaction component. */
export async function openWechatShop() {
  const opened = await openComponentShop()
  const fake = await openFakeWechat({ now: opened.shop.clock.now, account: testAccount })
  onTestFinished(fake.close)
  const admin = await opened.shop.signInAdmin()
  const save = async (group: string, values: Record<string, unknown>) => {
    const { status, body } = await admin.call(setting.save, { params: { group }, body: { values } })
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
  await save('security', { private_network_allowed: true })
  const account = { routine_appid: testAccount.appid, routine_appsecret: testAccount.secret }
  const mode = { wx_shop_mode: 'component', wx_shop_base_url: fake.endpoint, wx_shop_timeout_ms: 1000 }
  await save('routine', { ...account, ...mode })
  await opened.keepPicture(`component ${fake.endpoint} ${testAccount.appid}`)
  const draft = (change: Partial<ComponentDraftSave> = {}) =>
    componentDraft(opened.main, { thirdCatId: 111, ...change })
  /** Ends WeChat's audit of a product and sends its notification. */
  const audit = (productId: number, passes: boolean) => {
    const spu = fake.shop.spus.get(String(productId))
    if (spu) Object.assign(spu, passes ? { editStatus: 4, status: 5 } : { editStatus: 3, rejectReason: '图片不清晰' })
    return handleShopEvent(opened.shop.ctx, {
      key: `audit ${productId} ${opened.shop.clock.now().getTime()}`,
      at: opened.shop.clock.now(),
      event: 'open_product_spu_audit',
      data: { out_product_id: String(productId), status: passes ? 4 : 3, spu_status: 5, reject_reason: '图片不清晰' },
    })
  }
  return { ...opened, fake, draft, audit, save }
}

/** The form of a WeChat shop product, with all SKUs at their main prices. */
export function componentDraft(main: ProductInfo, change: Partial<ComponentDraftSave> = {}): ComponentDraftSave {
  return {
    primaryProductId: main.id,
    title: '纯棉T恤 男女同款',
    headImg: [PICTURE],
    thirdCatId: SIMPLE_CATEGORY,
    tempId: main.tempId,
    attrValue: main.attrValue.map(({ id, price, otPrice }) => ({ id, price, otPrice, image: PICTURE })),
    ...change,
  }
}

/** Adds a product to the WeChat shop. */
export async function addComponent(staff: Caller, draft: ComponentDraftSave) {
  const { status, body } = await staff.call(componentProduct.add, { body: draft })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** Reads a draft and its published version. */
export async function readComponent(staff: Caller, { id, productId }: { id: number; productId: number }) {
  const draft = (await staff.call(componentProduct.getDraft, { params: { id } })).body
  const online = (await staff.call(componentProduct.get, { params: { id: productId } })).body
  return { draft, online }
}

/** The status and message of an answer. */
export const say = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer
  return [status, (body as { message?: string }).message]
}

/** Counts what is stored of the WeChat shop. */
export async function countAll({ ctx }: Shop) {
  const { rows } = await ctx.db.execute(sql`
    select (select count(*) from component_product)::int as products, (select count(*) from component_draft)::int as drafts,
      (select count(*) from component_sku)::int as skus`)
  return rows[0]
}
