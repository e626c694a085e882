import { useQuery } from '@tanstack/react-query'
import { coupon } from '@zhanggui/contract/coupon/coupon.ts'
import type { orderFilters } from '@zhanggui/contract/order/order.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { orderChannels } from '@zhanggui/domain/order/order-state.ts'
import { payTypes } from '@zhanggui/domain/payment/payment.ts'
import { Checkbox, Flex, Form, Input, Select, Space } from 'antd'
import type { ReactNode } from 'react'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { DateRange } from '../../../../kit/form/dates/date-range.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { RemoteSelect } from '../../../../kit/form/remote-select.tsx'
import type { Filter } from '../../../../kit/list-page/filters/filter-bar.tsx'
import type { FilterValue } from '../../../../kit/list-page/list-state.ts'
import { channelLabels } from '../../model/order-words.ts'
import { useTags } from '../order-tags.tsx'
import styles from './order-filters.module.css'

type Name = Exclude<keyof typeof orderFilters, 'status'>

const times = [
  { value: 'create', label: '下单时间' },
  { value: 'pay', label: '付款时间' },
  { value: 'ship', label: '发货时间' },
  { value: 'finish', label: '完成时间' },
]
const kinds = [
  { value: 1, label: '普通订单' },
  { value: 2, label: '自提订单' },
]
const pays = Object.entries(payTypes).map(([value, label]) => ({ value, label }))
const channels = orderChannels.filter((one) => one !== 'admin').map((value) => ({ value, label: channelLabels[value] }))

/** Which time the range is about; beside it, in place of its name. */
function TimeField({ value = 'create', onChange }: { value?: string; onChange?: (value: string | undefined) => void }) {
  return (
    // The name of a field would pass the click on to the field.
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes no click, it keeps one from going on
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <span className={styles.times} onClick={(event) => event.preventDefault()}>
      <Select
        aria-label="时间类型"
        variant="borderless"
        popupMatchSelectWidth={false}
        options={times}
        value={value}
        onChange={(next) => onChange?.(next === 'create' ? undefined : next)}
      />
    </span>
  )
}

const said = () => ''
const labelled = (options: readonly { value: string | number; label: string }[]) => (value: FilterValue) =>
  options.find((one) => one.value === value)?.label ?? ''
const yuan = (value: FilterValue) => `¥${value}`

const printed = [
  { value: 0, label: '未打印' },
  { value: 1, label: '已打印' },
  { value: 2, label: '打印后有变更' },
]
const sources = [
  { value: 'front', label: '买家下单' },
  { value: 'draft', label: '代客下单' },
  { value: 'reship', label: '补发' },
]

function TagWord({ id }: { id: FilterValue }) {
  return useTags().find(({ value }) => value === Number(id))?.label ?? `编号 ${id}`
}

function CouponWord({ id }: { id: FilterValue }) {
  const { data } = useQuery({
    ...read(coupon.info, { body: { id: Number(id) }, silent: true }),
    enabled: useCan(coupon.info),
    retry: false,
  })
  return data?.coupon.name ?? `编号 ${id}`
}

const hidden = {
  tagId: { label: '标签', text: (value: FilterValue) => <TagWord id={value} /> },
  printed: { label: '打印', text: labelled(printed) },
  source: { label: '下单方式', text: labelled(sources) },
  hold: { label: '挂起', text: said },
  partShipped: { label: '部分发货', text: said },
  refunded: { label: '部分退款', text: said },
  refundFailed: { label: '退款待处理', text: said },
  orderNo: { label: '订单号', text: String },
  channel: { label: '来源', text: labelled(channels) },
  payType: { label: '支付方式', text: labelled(pays) },
  storeId: { label: '自提门店', text: said },
  minPrice: { label: '实付 ≥', text: yuan },
  maxPrice: { label: '实付 ≤', text: yuan },
  late: { label: '超时未发', text: said },
  closing: { label: '即将关闭', text: said },
  isRemind: { label: '催发货', text: said },
  cod: { label: '线下付款', text: said },
  combine: { label: '可合单', text: said },
  uid: { label: '买家', text: (value: FilterValue) => `ID ${value}` },
  productId: { label: '商品', text: (value: FilterValue) => `ID ${value}` },
  couponId: { label: '优惠券', text: (value: FilterValue) => <CouponWord id={value} /> },
  activityId: { label: '活动', text: (value: FilterValue) => `ID ${value}` },
} satisfies Partial<Record<Name, { label: string; text: (value: FilterValue) => ReactNode }>>

/** The filters of the order desk: keywords first. */
export const filtersOfOrders: readonly Filter<Name>[] = [
  {
    name: 'keywords',
    label: '关键字',
    control: <Input allowClear maxLength={64} placeholder="订单号后 6 位、手机号、收货人、商品" />,
  },
  {
    name: 'dateLimit',
    label: '时间',
    before: (
      <Form.Item name="dateField" noStyle>
        <TimeField />
      </Form.Item>
    ),
    control: <DateRange />,
  },
  {
    name: 'shippingType',
    label: '订单类型',
    control: <Select allowClear placeholder="全部" options={kinds} />,
  },
  ...Object.entries(hidden).map(([name, chip]) => ({ name: name as keyof typeof hidden, hidden: true, ...chip })),
]

/** Their fields in 更多筛选. */
export function MoreOrderFilters({ phone }: { phone: boolean }) {
  const mayChooseStore = useCan(store.list)
  const mayChooseCoupon = useCan(coupon.list)
  const tags = useTags().map(({ value, label }) => ({ value, label }))
  return (
    <>
      {phone && (
        <Form.Item name="dateField" label="时间类型" layout="vertical">
          <Select allowClear placeholder="下单时间" options={times} />
        </Form.Item>
      )}
      <Form.Item label="实付金额（元）" layout="vertical">
        <Space.Compact block>
          <Form.Item name="minPrice" noStyle>
            <NumberInput min={0} precision={2} placeholder="最低" aria-label="最低实付金额" style={{ width: '50%' }} />
          </Form.Item>
          <Form.Item name="maxPrice" noStyle>
            <NumberInput min={0} precision={2} placeholder="最高" aria-label="最高实付金额" style={{ width: '50%' }} />
          </Form.Item>
        </Space.Compact>
      </Form.Item>
      <Form.Item name="payType" label="支付方式" layout="vertical">
        <Select allowClear placeholder="全部" options={pays} />
      </Form.Item>
      <Form.Item name="channel" label="来源" layout="vertical">
        <Select allowClear placeholder="全部" options={channels} />
      </Form.Item>
      <Form.Item name="source" label="下单方式" layout="vertical">
        <Select allowClear placeholder="全部" options={sources} />
      </Form.Item>
      <Form.Item name="tagId" label="标签" layout="vertical">
        <Select allowClear placeholder="全部" options={tags} />
      </Form.Item>
      <Form.Item name="printed" label="打印状态" layout="vertical">
        <Select allowClear placeholder="全部" options={printed} />
      </Form.Item>
      {mayChooseStore && (
        <Form.Item name="storeId" label="自提门店" layout="vertical">
          <RemoteSelect of={store.list} fixed={{ status: -1 }} placeholder="全部" />
        </Form.Item>
      )}
      {mayChooseCoupon && (
        <Form.Item name="couponId" label="使用的优惠券" layout="vertical">
          <RemoteSelect of={coupon.list} by="name" placeholder="全部" />
        </Form.Item>
      )}
      <Form.Item name="orderNo" label="订单号" layout="vertical">
        <Input allowClear maxLength={24} placeholder="完整的订单号" />
      </Form.Item>
      <Form.Item label="只看" layout="vertical">
        <Flex gap="8px 20px" wrap>
          <Ticked name="late" label="超时未发" />
          <Ticked name="closing" label="即将关闭" />
          <Ticked name="isRemind" label="催发货" />
          <Ticked name="cod" label="线下付款" />
          <Ticked name="combine" label="可合单" />
          <Ticked name="hold" label="挂起" />
          <Ticked name="partShipped" label="部分发货" />
          <Ticked name="refunded" label="部分退款" />
          <Ticked name="refundFailed" label="退款待处理" />
        </Flex>
      </Form.Item>
    </>
  )
}

/** Orders that have a mark; without the tick, those without it are listed too. */
function Ticked({ name, label }: { name: Name; label: string }) {
  return (
    <Form.Item
      noStyle
      name={name}
      valuePropName="checked"
      getValueFromEvent={({ target }: { target: { checked: boolean } }) => target.checked || undefined}
    >
      <Checkbox>{label}</Checkbox>
    </Form.Item>
  )
}
