import PhoneOutlined from '@ant-design/icons/es/icons/PhoneOutlined'
import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import type { OrderRow } from '@zhanggui/contract/order/order-info.ts'
import { reveal } from '@zhanggui/contract/setting/reveal.ts'
import { paidText } from '@zhanggui/domain/order/order-label.ts'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { Can } from '../../../kit/access/can.tsx'
import type { RowCard } from '../../../kit/list-page/card-list.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { ActButton, MoreActions, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { useLooking } from '../../../kit/page/use-looking.ts'
import { Labels } from '../../../kit/text/labels.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { shortNo } from '../../../kit/text/short-no.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { When } from '../../../kit/text/when.tsx'
import { OrderPanel } from '../components/detail/order-panel.tsx'
import { useReceiver } from '../components/detail/use-receiver.ts'
import { BulkActs } from '../components/list/bulk-acts.tsx'
import { OrderDay } from '../components/list/order-day.tsx'
import { OrderExport } from '../components/list/order-export.tsx'
import { filtersOfOrders, MoreOrderFilters } from '../components/list/order-filters.tsx'
import { OrderSums } from '../components/list/order-sums.tsx'
import { OrderTabs } from '../components/list/order-tabs.tsx'
import { useOrderCounts } from '../components/list/use-order-counts.ts'
import { useOrderList } from '../components/list/use-order-list.ts'
import {
  belowState,
  NotesCell,
  OrderCell,
  PaidCell,
  ProductCell,
  ReceiverCell,
  Remark,
  StateCell,
  specOf,
} from '../components/order-cells.tsx'
import { OrderTags } from '../components/order-tags.tsx'
import { useDeskKeys } from '../components/use-desk-keys.ts'
import { isOurs, nextOf, useOrderActs } from '../components/use-order-acts.tsx'
import { labelsOf, placeOf, stateOf } from '../model/order-look.ts'
import { orderAddress } from '../model/order-words.ts'
import styles from './order-list.module.css'

const PAGE_SIZES = [20, 40, 60, 80]

export default function OrderListPage() {
  const list = useOrderList()
  const phone = useIsPhone()
  const navigate = useNavigate()
  const [looking, look] = useLooking()
  const { counts, more, refresh } = useOrderCounts(list)
  const { can, actsOf, dialogs } = useOrderActs()
  const receiver = useReceiver()
  const mayLook = can(order.info)
  useDeskKeys({ rows: list.rows, looking, look, actsOf })

  function nextAct(row: OrderRow) {
    const acts = actsOf(row)
    const next = nextOf(row, acts)
    return { acts, next, detail: mayLook && { label: '详情', reads: true, onClick: () => look(row.id) } }
  }

  const card = (row: OrderRow): RowCard => {
    const { next, detail } = nextAct(row)
    const act = next ?? (detail || undefined)
    const [first] = row.lines
    return {
      head: (
        <>
          <StateTag of="order" value={stateOf(row)} />
          {belowState(row)}
          <span className={styles.dim}>
            <When at={row.createTime} />
          </span>
        </>
      ),
      picture: <Picture src={first?.image ?? ''} alt={`「${first?.storeName ?? ''}」的图片`} size={44} />,
      title: first?.storeName ?? '—',
      below: (
        <>
          <span className={styles.dim}>
            {first && specOf(first)}
            {row.totalNum > (first?.num ?? 0) && ` · 共 ${row.totalNum} 件`}
          </span>
          <span className={styles.who}>
            {row.realName} · {placeOf(row)}
          </span>
        </>
      ),
      end: (
        <>
          <b>{moneyText(row.payPrice)}</b>
          {row.beforePayPrice !== null && <del>{moneyText(row.beforePayPrice)}</del>} {paidText(row)}
        </>
      ),
      texts: (row.mark || row.remark || row.refund) && (
        <>
          {row.mark && <span className={styles.mark}>留言：{row.mark}</span>}
          {row.refund && (
            <span className={styles.mark}>
              售后：{[row.refund.reason, row.refund.explain].filter(Boolean).join('，')}
            </span>
          )}
          {row.remark && (
            <span className={styles.remark}>
              备注：
              <Remark of={row} />
            </span>
          )}
        </>
      ),
      facts: (
        <>
          <b>{shortNo(row.orderNo)}</b>
          <Labels of={labelsOf(row)} />
          <OrderTags ids={row.tagIds} />
        </>
      ),
      act: (
        <>
          <Can do={reveal.show}>
            <Button
              type="text"
              icon={<PhoneOutlined aria-hidden />}
              aria-label={`打电话给${row.realName}`}
              onClick={() => receiver.call(row.id)}
            />
          </Can>
          {act && <ActButton of={act} ours={isOurs(next)} />}
        </>
      ),
    }
  }

  return (
    <>
      <ListPage
        list={list}
        filters={filtersOfOrders}
        moreFilters={<MoreOrderFilters phone={phone} />}
        header={<OrderTabs list={list} counts={counts} />}
        news={{ of: '笔新订单', count: more, onShow: refresh }}
        unit="单"
        pageSizes={PAGE_SIZES}
        look={mayLook ? ({ id }) => look(id) : undefined}
        address={mayLook ? ({ id }) => orderAddress(id) : undefined}
        chosenId={looking}
        purpose="买家下单后会出现在这里，电话和柜台的客户可以替他下单"
        nameOf={({ orderNo }) => orderNo}
        columns={[
          {
            name: 'createTime',
            title: '订单',
            width: 186,
            least: 176,
            sorts: true,
            render: (row) => <OrderCell row={row} />,
          },
          { name: 'lines', title: '商品信息', minWidth: 240, least: 170, render: (row) => <ProductCell row={row} /> },
          { name: 'realName', title: '收货信息', width: 164, least: 160, render: (row) => <ReceiverCell row={row} /> },
          {
            name: 'remark',
            title: '留言 / 备注',
            width: 150,
            least: 116,
            low: true,
            render: (row) => <NotesCell row={row} />,
            says: ({ remark }) => remark || '无',
          },
          {
            name: 'payPrice',
            title: '实付',
            width: 116,
            least: 104,
            align: 'right',
            sorts: true,
            render: (row) => <PaidCell row={row} />,
            says: ({ payPrice }) => moneyText(payPrice),
          },
          {
            name: 'statusStr',
            title: '状态',
            width: 128,
            least: 120,
            render: (row) => <StateCell row={row} />,
            says: ({ statusStr }) => statusStr.value,
          },
          { name: 'payTime', title: '付款时间', width: 118, sorts: true, hidden: true },
          { name: 'orderTypeText', title: '订单类型', width: 96, hidden: true },
          { name: 'nickname', title: '买家昵称', width: 110, hidden: true },
        ]}
        card={card}
        tools={<OrderExport list={list} />}
        add={draftOrder.save}
        addText="代客下单"
        open={() => navigate('/order/draft?edit=new')}
        summary={!phone && <OrderDay />}
        sums={<OrderSums list={list} short={phone} />}
        batch={(chosen) => <BulkActs list={list} chosen={chosen} />}
        chosenSums={(chosen) => (
          <>
            实付 <b>{moneyText(sumOf(chosen))}</b>
          </>
        )}
        actions={(row) => {
          const { acts, next, detail } = nextAct(row)
          return (
            <>
              {!phone && <NextAct of={[next, detail]} ours={isOurs(next)} />}
              <MoreActions
                name={shortNo(row.orderNo)}
                of={[next !== undefined && detail, ...acts.filter(({ name }) => name !== next?.name)]}
              />
            </>
          )
        }}
      />
      {looking !== undefined && mayLook && <OrderPanel id={looking} look={look} />}
      {dialogs}
    </>
  )
}

const sumOf = (rows: readonly OrderRow[]) =>
  rows.reduce((fen, { payPrice }) => fen + Math.round(payPrice * 100), 0) / 100
