import type { FakeModule, Json } from './frame.ts'
import { type Kept, refill } from './kept.ts'

/** A product as the fake stores it. */
export type FakeSpu = {
  productId: string
  status: number
  editStatus: number
  rejectReason: string
  submitted: string
  body: Json
}

const category = (third: number, name: string, productQualificationType: number) => ({
  first_cat_id: 1,
  first_cat_name: '家居',
  second_cat_id: 11,
  second_cat_name: '家纺',
  third_cat_id: third,
  third_cat_name: name,
  qualification: '',
  qualification_type: 0,
  product_qualification: productQualificationType ? '检测报告' : '',
  product_qualification_type: productQualificationType,
})

/** The transaction component: products, audits, categories and pictures. */
export function makeShop() {
  const fake = {
    spus: new Map<string, FakeSpu>(),
    categories: [category(111, '毛巾', 0), category(112, '婴儿毛巾', 1)],
  }
  let pictures = 0
  const spuOf = (body: Json) => fake.spus.get(String(body.out_product_id))
  const submit = (body: Json, known: FakeSpu | undefined): Json => {
    if (known?.editStatus === 2) return { errcode: 9_401_002, errmsg: '商品正在审核中' }
    const id = String(body.out_product_id)
    const productId = known?.productId ?? `9${id}`
    const submitted = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 19).replace('T', ' ')
    fake.spus.set(id, { productId, status: known?.status ?? 0, editStatus: 2, rejectReason: '', submitted, body })
    return { errcode: 0, data: { product_id: productId, out_product_id: id, skus: skusOf(body) } }
  }
  const skusOf = (body: Json) =>
    (body.skus as Json[]).map(({ out_sku_id }) => ({ out_sku_id, sku_id: `8${String(out_sku_id)}` }))
  const NOT_THERE = { errcode: 9_401_020, errmsg: '商品不存在' }
  const change = (body: Json, from: number, to: Partial<FakeSpu>): Json => {
    const spu = spuOf(body)
    if (!spu) return NOT_THERE
    if (to.editStatus ? spu.editStatus !== from : spu.status !== from)
      return { errcode: 9_401_002, errmsg: '状态不正确' }
    Object.assign(spu, to)
    return { errcode: 0 }
  }
  const actions: Record<string, (body: Json) => Json> = {
    '/shop/spu/add': (body) => (spuOf(body) ? { errcode: 9_401_003, errmsg: '商品已存在' } : submit(body, undefined)),
    '/shop/spu/update': (body) => (spuOf(body) ? submit(body, spuOf(body)) : NOT_THERE),
    '/shop/spu/update_without_audit': (body) => (spuOf(body) ? { errcode: 0 } : NOT_THERE),
    '/shop/spu/get': (body) => {
      const spu = spuOf(body)
      if (!spu) return NOT_THERE
      const { productId: product_id, status, editStatus: edit_status, rejectReason: reject_reason, submitted } = spu
      const audit_info = { reject_reason, submit_time: submitted }
      return { errcode: 0, spu: { product_id, status, edit_status, audit_info, skus: skusOf(spu.body) } }
    },
    '/shop/spu/listing': (body) => change(body, 11, { status: 5 }),
    '/shop/spu/delisting': (body) => change(body, 5, { status: 11 }),
    '/shop/spu/del': (body) => (fake.spus.delete(String(body.out_product_id)) ? { errcode: 0 } : NOT_THERE),
    '/shop/spu/del_audit': (body) => change(body, 2, { editStatus: 1 }),
    '/shop/cat/get': () => ({ errcode: 0, third_cat_list: fake.categories }),
    '/shop/img/upload': (body) => ({
      errcode: 0,
      img_info: body.form ? { temp_img_url: `https://mmecimage.cn/p/${++pictures}` } : {},
    }),
  }
  const answers: FakeModule['answers'] = {}
  for (const [path, act] of Object.entries(actions)) answers[`POST ${path}` as 'POST /'] = ({ body }) => act(body)
  const kept: Kept = {
    give: () => ({ spus: fake.spus, pictures }),
    take: (known) => {
      const before = known as { spus: typeof fake.spus; pictures: number }
      refill(fake.spus, before.spus)
      pictures = before.pictures
    },
  }
  return { ...fake, answers, kept }
}
