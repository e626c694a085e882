import { useQuery } from '@tanstack/react-query'
import { type DraftRow, draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { Button, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { read } from '../../../api/read.ts'
import { useSite } from '../../../api/site.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { type Filters, givenFilters } from '../../../kit/list-page/list-state.ts'
import { MoreActions, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Picture } from '../../../kit/media/picture.tsx'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { usePageName } from '../../../kit/page/page-name.ts'
import { useReadOnce } from '../../../kit/page/read-once.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { Money } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import type { StateName } from '../../../kit/text/states.ts'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { DraftForm } from '../components/draft/draft-form.tsx'
import { DraftPaidDialog } from '../components/draft/draft-paid-dialog.tsx'
import { OrderNo } from '../components/order-cells.tsx'
import { PayLinkDialog } from '../components/pay-link-dialog.tsx'

const TABS = [
  { key: -1, label: '全部', count: 'all' },
  { key: 0, label: '草稿', count: 'draft' },
  { key: 1, label: '待付款', count: 'sent' },
  { key: 2, label: '已付款', count: 'completed' },
  { key: 3, label: '已过期', count: 'expired' },
  { key: 4, label: '已取消', count: 'cancelled' },
] as const

/** 代客下单: the drafts, and with `?edit` the form of one. */
export default function OrderDraftListPage() {
  const [search, setSearch] = useSearchParams()
  const [reloads, setReloads] = useState(0)
  const edit = search.get('edit')
  if (edit === null) return <DraftList />
  function handleReload(id: number) {
    setReloads(reloads + 1)
    setSearch({ edit: String(id) }, { replace: true })
  }
  return edit === 'new' ? (
    <DraftForm key="new" onReload={handleReload} />
  ) : (
    <Edit key={`${edit} ${reloads}`} id={Number(edit) || 0} onReload={handleReload} />
  )
}

function Edit({ id, onReload }: { id: number; onReload: (id: number) => void }) {
  const navigate = useNavigate()
  const { data, error, reload } = useReadOnce(read(draftOrder.info, { query: { id }, silent: true }))
  usePageName(data && `代客订单 ${data.draftNo}`, '代客下单')
  if (data?.state === 0) return <DraftForm info={data} onReload={onReload} />
  if (data)
    return (
      <EmptyBlock
        text={`代客订单 ${data.draftNo} ${data.stateStr}，不能再编辑`}
        act={<Button onClick={() => navigate('/order/draft')}>返回列表</Button>}
      />
    )
  return error ? <FailedBlock error={error} onRetry={reload} /> : <Skeleton active paragraph={{ rows: 10 }} />
}

/** The drafts of a tab: the state is a filter of the query that staff do not clear. */
function useDrafts() {
  const list = useList(draftOrder.list)
  const partsOf = ({ state, ...filters }: Filters) => ({
    tab: TABS.find(({ key }) => String(key) === String(state))?.key ?? -1,
    filters,
  })
  const { tab, filters } = partsOf(list.filters)
  const latest = () => partsOf(list.latest().filters)
  const open = (key: number, next: Filters) => list.search({ ...next, ...(key >= 0 && { state: key }) })
  return {
    ...list,
    fixed: (tab >= 0 ? { state: tab } : {}) as Filters,
    filters,
    tab,
    latest: () => ({ ...list.latest(), filters: latest().filters }),
    search: (next: Filters) => open(latest().tab, givenFilters(next)),
    openTab: (key: number) => open(key, latest().filters),
  }
}

function DraftList() {
  const list = useDrafts()
  const navigate = useNavigate()
  const phone = useIsPhone()
  const { data: counts } = useQuery({
    ...read(draftOrder.num, { query: list.filters, silent: true }),
    placeholderData: (before) => before,
  })
  const [link, setLink] = useState<{ orderNo: string; payUrl: string; qrcode: string }>()
  const [converting, setConverting] = useState<DraftRow>()
  const mayConvert = useCan(draftOrder.convert)
  const hasLink = useSite()?.frontDomain !== ''
  const send = useWrite(draftOrder.send, { once: true, onSuccess: (answer) => setLink(answer) })
  const cancel = useWrite(draftOrder.cancel, { message: '已取消' })
  const copy = useWrite(draftOrder.copy, { onSuccess: ({ id }) => edit(id) })
  const edit = (id: number) => navigate(`/order/draft?edit=${id}`)

  async function handleCancel({ id, version, draftNo, state }: DraftRow) {
    const content = `取消代客订单 ${draftNo}？${state === 1 ? '它的订单会关闭，库存退回。' : ''}`
    if (await confirm({ content, okText: '取消订单', cancelText: '不取消' })) cancel.mutate({ body: { id, version } })
  }
  async function handleSend({ id, version, draftNo, payPrice }: DraftRow) {
    const content = `发给客户付款？代客订单 ${draftNo}，约 ¥${payPrice.toFixed(2)}，以当前价格为准，库存会留给客户。`
    if (await confirm({ content, okText: '发给客户' })) send.mutate({ body: { id, version } })
  }

  const actsOf = (row: DraftRow) => {
    const { id, state } = row
    const isOpen = state === 0
    const payCode = state === 1 && { label: '付款码', onClick: () => send.mutate({ body: { id } }) }
    return [
      isOpen && { label: '编辑', reads: true, onClick: () => edit(id) },
      isOpen && { label: '发给客户付款', onClick: () => handleSend(row) },
      hasLink && payCode,
      state < 2 && mayConvert && { label: '确认收款', onClick: () => setConverting(row) },
      !hasLink && payCode,
      row.orderNo !== '' && {
        label: '查看订单',
        onClick: () => navigate(`/order/list?orderNo=${row.orderNo}`),
      },
      { label: '复制', onClick: () => copy.mutate({ body: { id } }) },
      state < 2 && { label: '取消', danger: true, onClick: () => handleCancel(row) },
    ].filter((act) => act !== false)
  }

  return (
    <>
      <ListPage
        list={list}
        header={
          <StateTabs
            value={list.tab}
            onChange={list.openTab}
            tabs={TABS.map(({ count, ...tab }) => ({ ...tab, count: counts?.[count] }))}
          />
        }
        filters={[
          {
            name: 'keywords',
            label: '关键字',
            control: <Input allowClear maxLength={64} placeholder="单号、手机号、收货人、客户昵称" />,
          },
        ]}
        purpose="客户打电话、发消息或在柜台时，替他下单，再把付款链接发给他"
        unit="单"
        columns={[
          {
            name: 'draftNo',
            title: '单号',
            width: 190,
            render: ({ draftNo, createTime }) => (
              <TwoLine top={<OrderNo of={draftNo} what="单号" />} below={<When at={createTime} />} />
            ),
            says: ({ draftNo }) => draftNo,
          },
          {
            name: 'nickname',
            title: '客户',
            width: 150,
            render: ({ nickname, uid, realName, phone: tel }) => (
              <TwoLine top={nickname || `用户 ${uid}`} below={[realName, tel].filter(Boolean).join(' ')} />
            ),
          },
          { name: 'storeName', title: '商品', minWidth: 220, render: (row) => <Goods row={row} /> },
          {
            name: 'payPrice',
            title: '应付',
            width: 110,
            align: 'right',
            render: ({ payPrice }) => <Money value={payPrice} />,
          },
          { name: 'stateStr', title: '状态', width: 100, render: (row) => <DraftStateTag row={row} /> },
          {
            name: 'expireTime',
            title: '期限',
            width: 130,
            render: ({ expireTime, state }) =>
              expireTime && state < 2 ? <When at={expireTime} kind="deadline" /> : '—',
          },
          {
            name: 'creatorName',
            title: '开单人',
            width: 96,
            ellipsis: true,
            // Who it is, not how they sign in.
            render: ({ creatorName }) => creatorName.replace(/（[^（）]*）$/, ''),
          },
          { name: 'remark', title: '备注', width: 160, ellipsis: true, hidden: true },
        ]}
        card={(row) => ({
          picture: <Picture src={row.image} alt={`「${row.storeName}」的图片`} size={76} />,
          title: row.nickname || `用户 ${row.uid}`,
          below: <DraftStateTag row={row} />,
          amount: <TwoLine top={<Money value={row.payPrice} />} below={goodsText(row)} />,
          facts: (
            <>
              <span>{row.draftNo}</span>
              <When at={row.createTime} />
            </>
          ),
        })}
        add={draftOrder.save}
        addText="代客下单"
        open={() => navigate('/order/draft?edit=new')}
        actions={(row) => {
          const [next, ...rest] = actsOf(row)
          return (
            <>
              {!phone && next && <NextAct of={[next]} />}
              <MoreActions name={row.draftNo} of={phone && next ? [next, ...rest] : rest} />
            </>
          )
        }}
      />
      {link && (
        <PayLinkDialog
          title="付款链接"
          text={`订单 ${link.orderNo} 等待付款，把链接或二维码发给客户。`}
          payUrl={link.payUrl}
          qrcode={link.qrcode}
          onClose={() => setLink(undefined)}
        />
      )}
      {converting && (
        <DraftPaidDialog draft={converting} amount={converting.payPrice} onClose={() => setConverting(undefined)} />
      )}
    </>
  )
}

const DraftStateTag = ({ row }: { row: DraftRow }) => (
  <StateTag of="draftOrder" value={row.stateStr as StateName<'draftOrder'>} />
)

const goodsText = ({ storeName, lineCount, totalNum }: DraftRow) =>
  `${storeName}${lineCount > 1 ? ` 等 ${lineCount} 种` : ''}，共 ${totalNum} 件`

function Goods({ row }: { row: DraftRow }) {
  return (
    <span style={{ display: 'flex', gap: 8, alignItems: 'center', minWidth: 0 }}>
      <Picture src={row.image} alt={`「${row.storeName}」的图片`} thumb />
      <TwoLine
        top={row.storeName}
        below={`${row.lineCount > 1 ? `等 ${row.lineCount} 种，` : ''}共 ${row.totalNum} 件`}
      />
    </span>
  )
}
