import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { order } from '@zhanggui/contract/order/order.ts'
import { type DetailRow, type DetailType, shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { copyStates } from '@zhanggui/domain/promotion/coupon.ts'
import { Pagination, Skeleton, Tabs } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { type LineColumn, Lines } from '../../../../kit/detail/parts.tsx'
import { Revealed } from '../../../../kit/detail/revealed.tsx'
import { Face } from '../../../../kit/media/face.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { useTabsBar } from '../../../../kit/page/use-tabs-bar.ts'
import { Labels } from '../../../../kit/text/labels.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { StateTag } from '../../../../kit/text/state-tag.tsx'
import { type StateName, states } from '../../../../kit/text/states.ts'
import { TwoLine } from '../../../../kit/text/two-line.tsx'
import { When } from '../../../../kit/text/when.tsx'
import styles from './user-detail.module.css'

const LIMIT = 10
type Listed = Exclude<DetailType, 10>
const titles: Record<Listed, string> = {
  0: '消费记录',
  3: '优惠券',
  4: '余额变动',
  1: '积分明细',
  2: '签到记录',
  6: '经验明细',
  5: '推广关系',
  7: '收货地址',
}
const tabs: readonly Listed[] = [0, 3, 4, 1, 2, 6, 5, 7]
const empty: Record<Listed, string> = {
  0: '还没有订单',
  3: '还没有优惠券',
  4: '还没有余额变动',
  1: '还没有积分记录',
  2: '还没有签到过',
  6: '还没有经验记录',
  5: '没有上级，也没有下级',
  7: '还没有收货地址',
}

/** A customer's orders, ledgers and relations, a tab each with its number of rows. */
export function UserLists({ uid, counts }: { uid: number; counts: Readonly<Record<string, number>> }) {
  const bar = useTabsBar()
  return (
    <Tabs
      ref={bar}
      className={styles.tabs}
      items={tabs
        .filter((type) => counts[type] !== undefined)
        .map((type) => ({
          key: String(type),
          label: `${titles[type]} ${(counts[type] ?? 0).toLocaleString('en-US')}`,
          children: <UserList uid={uid} type={type} />,
        }))}
    />
  )
}

function UserList({ uid, type }: { uid: number; type: Listed }) {
  const [page, setPage] = useState(1)
  const mayOpenOrders = useCan(order.list)
  const query = { userId: uid, type, page, limit: LIMIT }
  const { data, error, refetch } = useQuery({
    ...read(shopUser.detailList, { query, silent: true }),
    placeholderData: keepPreviousData,
  })
  if (error) return <FailedBlock error={error} onRetry={refetch} />
  if (!data) return <Skeleton active style={{ padding: 16 }} />
  if (!data.list?.length) return <div className={styles.none}>{empty[type]}</div>
  return (
    <>
      <Lines rows={data.list} columns={columnsOf(type, uid)} />
      {type === 0 && mayOpenOrders && (
        <div className={styles.foot}>
          <Link to={`/order/list?uid=${uid}`}>在订单管理中查看</Link>
        </div>
      )}
      {(data.total ?? 0) > LIMIT && (
        <div className={styles.foot}>
          <Pagination
            size="small"
            showSizeChanger={false}
            current={page}
            pageSize={LIMIT}
            total={data.total}
            onChange={setPage}
          />
        </div>
      )}
    </>
  )
}

function columnsOf(type: Listed, uid: number): LineColumn<DetailRow>[] {
  if (type === 0) return orderColumns
  if (type === 2) return signColumns
  if (type === 3) return couponColumns
  if (type === 7) return addressColumns(uid)
  return type === 5 ? relationColumns : ledgerColumns(type)
}

const count = (value: number) => value.toLocaleString('en-US')
const pointsStates: Readonly<Record<number, string>> = { 1: '待生效', 2: '冻结中', 4: '已作废' }

function ledgerColumns(type: Listed): LineColumn<DetailRow>[] {
  const show = (value: number) => (type === 4 ? moneyText(value, false) : count(value))
  return [
    {
      title: '事项',
      ellipsis: true,
      render: ({ title, status }) => (
        <>
          {title} {type === 1 && <Labels of={[pointsStates[status ?? 3] ?? ''].filter(Boolean)} />}
        </>
      ),
    },
    {
      title: '变动',
      width: 116,
      align: 'right',
      render: ({ pm, number = 0 }) => (
        <strong className={pm ? styles.in : undefined}>
          {pm ? '+' : '−'}
          {show(number)}
        </strong>
      ),
    },
    { title: type === 4 ? '余额' : '变动后', width: 116, align: 'right', render: ({ balance = 0 }) => show(balance) },
    { title: '备注', ellipsis: true, render: ({ mark }) => mark || '—' },
    { title: '操作人', width: 100, ellipsis: true, render: ({ operatorName }) => operatorName || '系统' },
    { title: '时间', width: 120, render: ({ createTime }) => <When at={createTime} /> },
  ]
}

const orderColumns: LineColumn<DetailRow>[] = [
  {
    title: '订单号',
    width: 190,
    render: ({ id, linkId = '' }) => <OrderLink id={id} orderNo={linkId} />,
  },
  { title: '商品', ellipsis: true, render: ({ title }) => title || '—' },
  { title: '件数', width: 70, align: 'right', render: ({ number = 0 }) => count(number) },
  { title: '实付', width: 110, align: 'right', render: ({ payPrice = 0 }) => moneyText(payPrice) },
  { title: '状态', width: 100, render: ({ content = '' }) => <OrderState of={content} /> },
  { title: '下单时间', width: 120, render: ({ createTime }) => <When at={createTime} /> },
]

const couponColumns: LineColumn<DetailRow>[] = [
  {
    title: '优惠券',
    ellipsis: true,
    render: ({ title = '', minPrice }) => <TwoLine top={title} below={minPrice ? `满 ${minPrice} 元可用` : '无门槛'} />,
  },
  { title: '面值', width: 84, align: 'right', render: ({ number = 0 }) => moneyText(number) },
  {
    title: '使用时间',
    width: 184,
    render: ({ startTime = '', endTime = '' }) => `${startTime.slice(0, 10)} 至 ${endTime.slice(0, 10)}`,
  },
  { title: '状态', width: 96, render: ({ content = '' }) => <CouponState of={content} /> },
  { title: '来源', width: 88, ellipsis: true, render: ({ mark }) => mark || '—' },
  { title: '订单', width: 88, render: ({ linkId }) => (linkId ? <OrdersLink orderNo={linkId} /> : '—') },
  { title: '领取时间', width: 108, render: ({ createTime }) => <When at={createTime} /> },
]

const signColumns: LineColumn<DetailRow>[] = [
  { title: '签到日期', width: 140, render: ({ content }) => content },
  { title: '事项', ellipsis: true, render: ({ title }) => title },
  { title: '积分', width: 110, align: 'right', render: ({ number = 0 }) => `+${count(number)}` },
  { title: '经验', width: 110, align: 'right', render: ({ experience = 0 }) => `+${count(experience)}` },
]

const addressColumns = (uid: number): LineColumn<DetailRow>[] => [
  {
    title: '收货人',
    width: 150,
    render: ({ title, isDefault }) => (
      <>
        {title} <Labels of={isDefault ? ['默认'] : []} />
      </>
    ),
  },
  {
    title: '电话和地址',
    render: ({ id, phone = '', content = '' }) => (
      <Revealed
        type="user"
        id={uid}
        field={`receiver${id}`}
        label="收货地址"
        masked={[phone, ...new Set(content.split(' '))].join(' ')}
      />
    ),
  },
  { title: '添加时间', width: 120, render: ({ createTime }) => <When at={createTime} /> },
]

function OrderLink({ id, orderNo }: { id: number; orderNo: string }) {
  const number = (
    <>
      {orderNo.slice(0, -6)}
      <b>{orderNo.slice(-6)}</b>
    </>
  )
  return useCan(order.info) ? <Link to={`/order/detail/${id}`}>{number}</Link> : number
}

/** An order of which only the number is known, found on the desk. */
function OrdersLink({ orderNo }: { orderNo: string }) {
  const number = shortNo(orderNo)
  return useCan(order.list) ? <Link to={`/order/list?orderNo=${orderNo}`}>{number}</Link> : number
}

/** The states of copies, by the tone of the state that a coupon of that kind has. */
const copyTones: Readonly<Record<string, StateName<'coupon'>>> = {
  [copyStates.usable]: '未使用',
  [copyStates.notStart]: '未开始',
  [copyStates.unusable]: '已使用',
  [copyStates.overdue]: '已过期',
}
const CouponState = ({ of }: { of: string }) => {
  const state = copyTones[of]
  return state ? <StateTag of="coupon" value={state} /> : of
}

const OrderState = ({ of }: { of: string }) =>
  of in states.order ? <StateTag of="order" value={of as StateName<'order'>} /> : of

const relationColumns: LineColumn<DetailRow>[] = [
  {
    title: '用户',
    ellipsis: true,
    render: ({ id, nickname = '', avatar = '' }) => (
      <span className={styles.person}>
        <Face user={{ id, nickname, avatar, realName: '' }} size={28} />
        <Link to={`/member/detail/${id}`}>{nickname || `用户 ${id}`}</Link>
      </span>
    ),
  },
  { title: '关系', width: 90, render: ({ relation }) => (relation === 'up' ? '上级' : '直属下级') },
  { title: '手机号', width: 130, render: ({ phone }) => phone || '—' },
  { title: '消费次数', width: 90, align: 'right', render: ({ payCount = 0 }) => count(payCount) },
  {
    title: '消费金额',
    width: 116,
    align: 'right',
    render: ({ consumeMoney }) => (consumeMoney === undefined ? '—' : moneyText(consumeMoney)),
  },
  { title: '注册', width: 120, render: ({ createTime }) => <When at={createTime} /> },
]
