import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { buyerPhone } from './front-sign-in.ts'

/** How many addresses a buyer may keep. */
export const MAX_ADDRESSES = 20

const AddressForm = t.Object({
  id: t.Optional(t.Id),
  realName: t.String({ title: '收货人', minLength: 1, maxLength: 32 }),
  phone: buyerPhone,
  cityId: t.Integer({ title: '所在地区', minimum: 1, maximum: 999_999_999, ask: '请选择所在地区', example: 110101 }),
  detail: t.String({ title: '详细地址', minLength: 1, maxLength: 256 }),
  isDefault: t.Optional(t.Boolean({ title: '设为默认' })),
})
export type AddressForm = t.Static<typeof AddressForm>

export const Address = t.Object({
  id: t.Id,
  realName: t.String({ title: '收货人' }),
  phone: t.String(),
  cityId: t.Integer(),
  province: t.String({ title: '省' }),
  city: t.String({ title: '市' }),
  district: t.String({ title: '区县', description: '区县，有街道时连同街道' }),
  detail: t.String({ title: '详细地址' }),
  isDefault: t.Boolean(),
})
export type Address = t.Static<typeof Address>

const base = '/api/front/address'
const AddressId = t.Object({ id: t.Id })

/** 收货地址 of a buyer. */
export const buyerAddress = routes('buyer-address', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'buyer',
    summary: '收货地址列表，默认地址在前',
    query: t.pageQuery({}),
    response: t.pageOf(Address),
  },
  info: {
    method: 'GET',
    path: `${base}/detail/:id`,
    permission: 'buyer',
    summary: '收货地址详情',
    params: AddressId,
    response: Address,
  },
  usual: {
    method: 'GET',
    path: `${base}/default`,
    permission: 'buyer',
    summary: '默认收货地址，没有地址时为空',
    response: t.Nullable(Address),
  },
  edit: {
    method: 'POST',
    path: `${base}/edit`,
    permission: 'buyer',
    secret: ['detail'],
    summary: '新增或修改收货地址',
    body: AddressForm,
    response: t.Saved,
  },
  remove: {
    method: 'POST',
    path: `${base}/del`,
    permission: 'buyer',
    summary: '删除收货地址',
    body: AddressId,
    response: t.Done,
  },
  makeUsual: {
    method: 'POST',
    path: `${base}/default/set`,
    permission: 'buyer',
    summary: '设为默认收货地址',
    body: AddressId,
    response: t.Saved,
  },
})
