import { order } from '@zhanggui/contract/order/order.ts'
import { pickup } from '@zhanggui/contract/order/pickup.ts'
import { type PickupRow, pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { factsOfRow } from '@zhanggui/domain/order/order-acts.ts'
import { canVerify } from '@zhanggui/domain/order/order-state.ts'
import { Form, Input, Select } from 'antd'
import { useNavigate } from 'react-router'
import { useCan } from '../../../kit/access/can.tsx'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { ActButton, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { Labels } from '../../../kit/text/labels.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import type { StateName } from '../../../kit/text/states.ts'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { StaffSelect } from '../components/pickup/staff-select.tsx'
import { type PickupList, usePickupList } from '../components/pickup/use-pickup-list.ts'
import { StoreSelect } from '../components/store-select.tsx'

const PAGE_SIZES = [20, 40, 60, 80]
const tabs = [
  { key: 'all', label: '全部' },
  { key: 'toBeWrittenOff', label: '待核销', tone: 'todo' },
  { key: 'writtenOff', label: '已核销' },
  { key: 'refunding', label: '退款中', tone: 'alert' },
  { key: 'refunded', label: '已退款' },
] as const
const times = [
  { value: 'create', label: '下单时间' },
  { value: 'verify', label: '核销时间' },
]

/** 核销订单: the orders that buyers pick up, what they came to, and who verified them. */
export default function StoreOrderListPage() {
  const list = usePickupList()
  const phone = useIsPhone()
  const navigate = useNavigate()
  const [mayLook, mayVerify] = [useCan(order.info), useCan(pickup.confirm)]
  const [seesStores, seesStaff] = [useCan(store.list), useCan(storeStaff.list)]
  const actsOf = (row: PickupRow) => {
    const isWaiting = !canVerify(factsOfRow(row))
    return [
      mayVerify && isWaiting && { label: '立即核销', onClick: () => navigate(`/store/verify?orderNo=${row.orderNo}`) },
      mayLook && { label: '详情', reads: true, onClick: () => navigate(`/order/detail/${row.id}`) },
    ]
  }
  return (
    <ListPage
      list={list}
      header={
        <StateTabs
          value={list.tab}
          onChange={list.openTab}
          tabs={tabs.map((tab) => ({ ...tab, count: list.answer?.statusNum[tab.key] }))}
        />
      }
      filters={[
        {
          name: 'keywords',
          label: '关键字',
          control: <Input allowClear maxLength={64} placeholder="订单号后 6 位、核销码、手机号、提货人" />,
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
        ...(seesStores
          ? [{ name: 'storeId' as const, label: '核销门店', control: <StoreSelect placeholder="全部" /> }]
          : []),
        ...(seesStaff ? [{ name: 'staffId' as const, label: '核销员', control: <StaffSelect /> }] : []),
        { name: 'clerkId' as const, hidden: true, label: '核销账号', text: (value) => `ID ${value}` },
        ...(phone ? [] : [{ name: 'dateField' as const, hidden: true, label: '按核销时间', text: () => '' }]),
      ]}
      moreFilters={
        phone && (
          <Form.Item name="dateField" label="时间类型" layout="vertical">
            <Select allowClear placeholder="下单时间" options={times} />
          </Form.Item>
        )
      }
      unit="单"
      pageSizes={PAGE_SIZES}
      exports={pickupOrder.download}
      purpose="买家选择到店自提并付款后，订单出现在这里"
      nameOf={({ orderNo }) => orderNo}
      address={mayLook ? ({ id }) => `/order/detail/${id}` : undefined}
      sums={<Sums of={list} short={phone} />}
      columns={[
        {
          name: 'orderNo',
          title: '订单',
          width: 186,
          render: (row) => (
            <TwoLine
              top={
                <span>
                  {row.orderNo.slice(0, -6)}
                  <b>{row.orderNo.slice(-6)}</b>
                </span>
              }
              below={
                <>
                  <When at={row.createTime} /> <Labels of={labelsOf(row)} />
                </>
              }
            />
          ),
        },
        {
          name: 'realName',
          title: '用户信息',
          width: 130,
          render: ({ realName, userPhone, nickname }) => (
            <TwoLine
              top={`${realName} ${nickname && nickname !== realName ? `(${nickname})` : ''}`}
              below={userPhone}
            />
          ),
          says: ({ realName }) => realName,
        },
        { name: 'spreader', title: '推荐人', width: 90, low: true, render: ({ spreader }) => spreader || '—' },
        { name: 'lines', title: '商品信息', minWidth: 200, render: (row) => <Goods row={row} /> },
        {
          name: 'payPrice',
          title: '实付',
          width: 110,
          align: 'right',
          render: (row) => <TwoLine end top={<b>{moneyText(row.payPrice)}</b>} below={paidText(row)} />,
          says: ({ payPrice }) => moneyText(payPrice),
        },
        {
          name: 'storeName',
          title: '核销门店',
          width: 130,
          render: ({ storeName }) => <TwoLine top={storeName} />,
          says: ({ storeName }) => storeName,
        },
        {
          name: 'verifyTime',
          title: '核销',
          width: 120,
          render: ({ verifyTime, clerkName, verifyCode }) =>
            verifyTime ? (
              <TwoLine top={clerkName || '—'} below={<When at={verifyTime} />} />
            ) : (
              <span>核销码 …{verifyCode}</span>
            ),
          says: ({ clerkName }) => clerkName || '未核销',
        },
        {
          name: 'statusStr',
          title: '状态',
          width: 110,
          render: (row) => <StateTag of="order" value={stateOf(row)} />,
          says: ({ statusStr }) => statusStr.value,
        },
      ]}
      card={(row) => {
        const [first] = row.lines
        return {
          head: (
            <>
              <StateTag of="order" value={stateOf(row)} />
              <span style={{ marginLeft: 'auto' }}>
                <When at={row.verifyTime ?? row.createTime} />
              </span>
            </>
          ),
          picture: <Picture src={first?.image ?? ''} alt={`「${first?.storeName ?? ''}」的图片`} size={52} />,
          title: first?.storeName ?? '—',
          below: (
            <>
              <span>{countOf(row)}</span>
              <span>
                {row.realName} · {row.storeName}
              </span>
            </>
          ),
          end: (
            <>
              <b>{moneyText(row.payPrice)}</b> {paidText(row)}
            </>
          ),
          facts: (
            <>
              <b>…{row.orderNo.slice(-6)}</b>
              {row.clerkName && <span>核销员 {row.clerkName}</span>}
              <Labels of={labelsOf(row)} />
            </>
          ),
          act: actsOf(row)
            .filter((act) => act !== false)
            .slice(0, 1)
            .map((act) => <ActButton key={act.label} of={act} />),
        }
      }}
      actions={(row) => !phone && <NextAct of={actsOf(row)} />}
    />
  )
}

/** What the orders came to, and the money taken at the counter, which clerks hand over. */
function Sums({ of: { answer }, short }: { of: PickupList; short: boolean }) {
  if (!answer) return null
  const { orderTotal, orderTotalPrice, refundTotal, refundTotalPrice, collected, isLowerBound } = answer.summary
  const more = isLowerBound ? '+' : ''
  return (
    <>
      {!short && (
        <span>
          订单数量 <b>{orderTotal.toLocaleString('en-US')}</b>
          {more}
        </span>
      )}
      <span>
        订单金额 <b>{moneyText(orderTotalPrice)}</b>
        {more}
      </span>
      {!short && (
        <>
          <small>
            退款 {refundTotal} 单 {refundTotal ? moneyText(refundTotalPrice) : '—'}
          </small>
          <small>柜台收款 {collected ? moneyText(collected) : '—'}</small>
        </>
      )}
    </>
  )
}

function Goods({ row }: { row: PickupRow }) {
  const [first] = row.lines
  if (!first) return '—'
  return (
    <span style={{ display: 'flex', gap: 8, alignItems: 'center', minWidth: 0 }}>
      <Picture src={first.image} alt={`「${first.storeName}」的图片`} thumb />
      <TwoLine top={first.storeName} below={countOf(row)} />
    </span>
  )
}

/** Which time the range is about; beside it, in place of its name. */
function TimeField({ value = 'create', onChange }: { value?: string; onChange?: (value: string | undefined) => void }) {
  return (
    // The name of a field would pass the click on to the field.
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes no click, it keeps one from going on
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same
    <span onClick={(event) => event.preventDefault()}>
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

function countOf({ lines, lineCount, totalNum }: PickupRow): string {
  const [first] = lines
  const spec = first && first.sku !== '默认' ? `${first.sku} ` : ''
  return lineCount > 1 ? `${spec}等 ${lineCount} 种 ${totalNum} 件` : `${spec}×${totalNum}`
}

function paidText({ payTypeStr, paid, cod, refundPrice }: PickupRow): string {
  if (refundPrice > 0) return `已退 ${moneyText(refundPrice)}`
  return paid ? payTypeStr : cod ? '到店付款' : '未付款'
}

/** A label that the cell says anyway is left out. */
const labelsOf = ({ labels }: PickupRow) => labels.map(({ text }) => text).filter((text) => text !== '部分退款')
const stateOf = ({ statusStr }: PickupRow) => statusStr.value as StateName<'order'>
