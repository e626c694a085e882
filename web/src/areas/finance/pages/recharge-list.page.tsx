import { useQuery } from '@tanstack/react-query'
import { type Recharge, recharge } from '@zhanggui/contract/finance/recharge.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import { payTypes } from '@zhanggui/domain/payment/payment.ts'
import { Input, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { MetricTile, MetricTiles } from '../../../kit/figures/metric-tile.tsx'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { type Act, ActButton, MoreActions, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { ViewTabs } from '../../../kit/list-page/views/view-tabs.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { Money, moneyText } from '../../../kit/text/money.tsx'
import { shortNo } from '../../../kit/text/short-no.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from '../components/finance.module.css'
import { Buyer } from '../components/finance-cells.tsx'
import { MarkDialog, OfflineDialog, RechargeRefundDialog } from '../components/recharge-refund.tsx'
import { leftOf, nameOf, payTypeText } from '../model/finance-words.ts'

const ways = (['weixin', 'alipay'] as const).map((value) => ({ value, label: payTypes[value] }))
const paidOptions = [
  { value: true, label: '已支付' },
  { value: false, label: '未支付' },
]
const refundOptions = [
  { value: 'waiting', label: '退款中' },
  { value: 'failed', label: '退款失败' },
]

/** 充值记录: what buyers paid into their balance, and what went back of it. */
export default function RechargeListPage() {
  const list = useList(recharge.list)
  const phone = useIsPhone()
  const { actsOf, dialog } = useRefundActs()
  const sums = (list.query.data as RouteAnswer<typeof recharge.list> | undefined)?.sums
  return (
    <>
      <ListPage
        list={list}
        unit="笔"
        header={
          <>
            <Figures />
            <ViewTabs />
          </>
        }
        filters={[
          {
            name: 'keywords',
            label: '关键字',
            control: <Input allowClear maxLength={64} placeholder="用户昵称、手机号、ID、充值单号" />,
          },
          { name: 'dateLimit', label: '创建时间', control: <DateRange /> },
          { name: 'paid', label: '支付', control: <Select allowClear placeholder="全部" options={paidOptions} /> },
          { name: 'rechargeType', control: <Select allowClear placeholder="全部" options={ways} /> },
          { name: 'refundState', control: <Select allowClear placeholder="全部" options={refundOptions} /> },
          { name: 'uid', hidden: true, label: '用户ID', text: String },
        ]}
        columns={[
          {
            name: 'orderNo',
            title: '充值单号',
            width: 210,
            render: ({ orderNo }) => orderNo,
          },
          { name: 'nickname', title: '用户', minWidth: 150, render: (row) => <Buyer of={row} />, says: nameOf },
          {
            name: 'price',
            title: '充值金额',
            width: 110,
            align: 'right',
            render: ({ price }) => <Money value={price} sign={false} />,
          },
          {
            name: 'givePrice',
            title: '赠送金额',
            width: 100,
            align: 'right',
            render: ({ givePrice }) => (givePrice ? <Money value={givePrice} sign={false} /> : '—'),
          },
          {
            name: 'refundPrice',
            title: '已退金额',
            width: 110,
            align: 'right',
            render: ({ refundPrice, refundGive }) =>
              refundPrice ? (
                <TwoLine
                  end
                  top={moneyText(refundPrice, false)}
                  below={refundGive > 0 && `扣回赠送 ${moneyText(refundGive, false)}`}
                />
              ) : (
                '—'
              ),
            says: ({ refundPrice }) => (refundPrice ? moneyText(refundPrice, false) : '—'),
          },
          { name: 'rechargeType', title: '支付方式', width: 100, render: (row) => payTypeText(row.rechargeType) },
          {
            name: 'statusName',
            title: '状态',
            width: 128,
            render: (row) => (
              <TwoLine
                top={<StateTag of="recharge" value={row.statusName} />}
                below={row.refunds.find(({ failMsg }) => failMsg)?.failMsg}
              />
            ),
            says: ({ statusName }) => statusName,
          },
          { name: 'createTime', title: '创建时间', width: 110, render: ({ createTime }) => <When at={createTime} /> },
          {
            name: 'payTime',
            title: '支付时间',
            width: 110,
            hidden: true,
            render: ({ payTime }) => (payTime ? <When at={payTime} /> : '—'),
          },
        ]}
        card={(row) => {
          const [act] = actsOf(row)
          return {
            head: (
              <>
                <StateTag of="recharge" value={row.statusName} />
                <When at={row.payTime || row.createTime} />
              </>
            ),
            title: nameOf(row),
            below: (
              <>
                {payTypeText(row.rechargeType)}
                <span>{shortNo(row.orderNo)}</span>
              </>
            ),
            end: (
              <>
                <b>{moneyText(row.price)}</b>
                {row.refundPrice > 0
                  ? `已退 ${moneyText(row.refundPrice)}`
                  : row.givePrice > 0 && `送 ${moneyText(row.givePrice)}`}
              </>
            ),
            act: act && <ActButton of={act} />,
          }
        }}
        actions={(row) => {
          const [next, ...rest] = actsOf(row)
          if (!next) return null
          return (
            <>
              {!phone && <NextAct of={[next]} />}
              <MoreActions name={shortNo(row.orderNo)} of={rest} />
            </>
          )
        }}
        sums={sums === undefined ? undefined : <Sums of={sums} />}
        exports={recharge.download}
        empty="还没有人充值"
        purpose="买家充值到余额的每一笔都记在这里，没花掉的可以退"
        nameOf={({ orderNo }) => orderNo}
      />
      {dialog}
    </>
  )
}

/** What the filters find comes to. */
function Sums({ of }: { of: RouteAnswer<typeof recharge.list>['sums'] }) {
  if (!of) return <span>超过 10,000 笔不合计，请缩小时间范围</span>
  return (
    <span className={styles.foot}>
      <span>
        充值 <b>{moneyText(of.price)}</b>
      </span>
      <span>
        赠送 <b>{moneyText(of.givePrice)}</b>
      </span>
      <span>
        已退 <b>{moneyText(of.refundPrice)}</b>
      </span>
    </span>
  )
}

/** What was recharged in all, by where it was paid. */
function Figures() {
  const allowed = useCan(recharge.balance)
  const { data } = useQuery({ ...read(recharge.balance, { silent: true }), enabled: allowed })
  if (!allowed) return null
  const show = (value: number | undefined) => (value === undefined ? '—' : moneyText(value))
  return (
    <div className={styles.figures}>
      <MetricTiles>
        <MetricTile
          title="充值总金额"
          value={show(data?.total)}
          definition="全部已支付的充值，不含赠送，不随筛选变化"
        />
        <MetricTile title="小程序充值" value={show(data?.routine)} />
        <MetricTile title="公众号充值" value={show(data?.weChat)} />
        <MetricTile title="其他充值" value={show(data?.other)} definition="H5 和 APP" />
        <MetricTile title="充值退款" value={show(data?.refund)} definition="已退和退款中的本金" />
      </MetricTiles>
    </div>
  )
}

/** What may be done with a recharge and its refunds, with the dialogs for it. */
function useRefundActs() {
  const [dialog, setDialog] = useState<ReactNode>()
  const may = useCan(recharge.refund)
  const retry = useWrite(recharge.again, { once: true, message: '已重新发起退款' })
  const close = () => setDialog(undefined)
  async function handleRetry({ refundNo, amount }: Recharge['refunds'][number]) {
    const asked = { content: `原路再退一次 ${moneyText(amount)}？`, okText: `退款 ${moneyText(amount)}` }
    if (await confirm(asked)) retry.mutate({ body: { refundNo } })
  }
  function actsOf(row: Recharge): Act[] {
    if (!may) return []
    const failed = row.refunds.find(({ state }) => state === 2)
    const silent = row.refunds.find((refund) => refund.silent)
    const isOnItsWay = row.refunds.some(({ state, surplus }) => state === 0 && !surplus)
    return [
      ...(failed
        ? [
            { label: '重试退款', onClick: () => handleRetry(failed) },
            { label: '线下退款', onClick: () => setDialog(<OfflineDialog of={failed} onClose={close} />) },
          ]
        : []),
      ...(silent ? [{ label: '标记结果', onClick: () => setDialog(<MarkDialog of={silent} onClose={close} />) }] : []),
      ...(row.paid && !isOnItsWay && leftOf(row) > 0
        ? [{ label: '退款', onClick: () => setDialog(<RechargeRefundDialog row={row} onClose={close} />) }]
        : []),
    ]
  }
  return { actsOf, dialog }
}
