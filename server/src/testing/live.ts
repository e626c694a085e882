import { file } from '@zhanggui/contract/file/file.ts'
import { liveAnchor } from '@zhanggui/contract/live/live-anchor.ts'
import { type LiveGoodsDraft, liveGoods } from '@zhanggui/contract/live/live-goods.ts'
import { liveRoom, type RoomDraft } from '@zhanggui/contract/live/live-room.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { upload } from './files/multipart.ts'
import { paint } from './files/upload-samples.ts'
import { makeProduct, openProductShop, productDraft } from './product.ts'
import type { Shop } from './shop.ts'

const MINUTE_MS = 60_000
const permissions = [liveRoom, liveGoods, liveAnchor].flatMap((routes) =>
  Object.values(routes).flatMap(({ permission }) => permission),
)

/** So many minutes from the shop's now, whole seconds. */
export const inMinutes = ({ ctx }: Pick<Shop, 'ctx'>, minutes: number): string =>
  toWireTime(new Date(ctx.now().getTime() + minutes * MINUTE_MS))

/** A shop with a product, a picture, live switched on, and staff with all permissions for live. */
export async function openLive(mode: 'wechat' | 'mock' | 'off' = 'wechat') {
  const { shop, staff: seller, cateId } = await openProductShop()
  const admin = await shop.signInAdmin()
  const turn = (next: string, address = '') => {
    const values = { live_gateway_mode: next, live_gateway_base_url: address }
    return admin.call(setting.save, { params: { group: 'marketing' }, body: { values } })
  }
  const { status, body } = await turn(mode)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const staff = await shop.signIn({ permissions })
  const painter = await shop.signIn({ can: [file.picture] })
  const picture = await upload(painter, file.picture, { 'a.png': await paint(600, 600).png().toBuffer() })
  const url = (picture.body as unknown as { url: string }).url
  const main = await makeProduct(seller, productDraft(cateId, { storeName: '纯棉毛巾' }))
  const played = await shop.app.platform.wechat.played()
  const fake = played.live

  const roomDraft = (change: Partial<RoomDraft> = {}): RoomDraft => ({
    name: '双十二预热场',
    coverImg: url,
    startTime: inMinutes(shop, 20),
    endTime: inMinutes(shop, 80),
    anchorName: '小夏',
    anchorWechat: 'xiaxia_live',
    ...change,
  })
  const goodsDraft = (change: Partial<LiveGoodsDraft> = {}): LiveGoodsDraft => ({
    productId: main.id,
    name: '纯棉毛巾三条装',
    coverImgUrl: url,
    priceType: 1,
    price: 19.9,
    ...change,
  })
  const saveRoom = (change: Partial<RoomDraft> = {}) => staff.call(liveRoom.save, { body: roomDraft(change) })
  const saveGoods = (change: Partial<LiveGoodsDraft> = {}) => staff.call(liveGoods.save, { body: goodsDraft(change) })
  const readRoom = async (id: number) => (await staff.call(liveRoom.info, { query: { id } })).body
  const readGoods = async (id: number) => (await staff.call(liveGoods.info, { query: { id } })).body
  /** Goods that passed their review. */
  const passedGoods = async (change: Partial<LiveGoodsDraft> = {}) => {
    const { body: saved } = await saveGoods(change)
    fake.review(saved.goodsId ?? 0, true)
    await staff.call(liveGoods.synchronize)
    return readGoods(saved.id)
  }
  const calls = { saveRoom, saveGoods, readRoom, readGoods, passedGoods }
  return { shop, admin, staff, seller, main, picture: url, fake, played, turn, roomDraft, goodsDraft, ...calls }
}
