import { useQuery } from '@tanstack/react-query'
import { type Withdrawal, withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { withdrawalStatusLabels } from '@zhanggui/domain/finance/withdrawal.ts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Revealed } from '../../../kit/detail/revealed.tsx'
import { confirm, showSuccess, showWarning } from '../../../kit/feedback/feedback.ts'
import { MetricTile, MetricTiles } from '../../../kit/figures/metric-tile.tsx'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import type { RowCard } from '../../../kit/list-page/card-list.tsx'
import { saveExport } from '../../../kit/list-page/export-button.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { ActButton, type MoreAction, MoreActions, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useTabbedList } from '../../../kit/list-page/use-tabbed-list.ts'
import { Picture } from '../../../kit/media/picture.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { useLooking } from '../../../kit/page/use-looking.ts'
import { openTasks } from '../../../kit/tasks.ts'
import { CustomerLink } from '../../../kit/text/customer-link.tsx'
import { Money, moneyText } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import type { StateName } from '../../../kit/text/states.ts'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { SheetImport } from '../../work/shared/sheet-import.tsx'
import styles from '../components/finance.module.css'
import { BackDialog, PaidDialog } from '../components/withdrawal-dialogs.tsx'
import { WithdrawalPanel } from '../components/withdrawal-panel.tsx'
import { accountText, extractOptions, promoterOf, withdrawalTabs } from '../model/withdrawal-words.ts'

const tabs = [{ key: 'all', label: '全部' } as const, ...withdrawalTabs]
const states = withdrawalTabs.map(({ key }) => key)
const stateOf = ({ status }: Withdrawal) => withdrawalStatusLabels[status]

/** 提现申请: what promoters ask for, is approved, paid or sent back. */
export default function WithdrawalListPage() {
  const list = useTabbedList(withdrawal.list, { status: states })
  const mayApply = useCan(withdrawal.apply)
  const phone = useIsPhone()
  const [looking, look] = useLooking()
  const [paying, setPaying] = useState<Withdrawal>()
  const [returning, setReturning] = useState<Withdrawal>()
  const [importing, setImporting] = useState(false)
  const sheet = useWrite(withdrawal.sheet, {
    onSuccess: (answer) => ('taskId' in answer ? openTasks() : saveExport(answer)),
  })
  const approve = useWrite(withdrawal.apply, { once: true, onSuccess: say })

  async function handleApprove(rows: readonly Withdrawal[]) {
    const total = rows.reduce((sum, { extractPrice }) => sum + extractPrice, 0)
    const [first] = rows
    const what = rows.length === 1 && first ? `${promoterOf(first)}提现` : `${rows.length} 笔提现，共`
    const content = `通过${what} ${moneyText(total)}？通过后进入待打款，还可以驳回。`
    if (!(await confirm({ content, okText: '通过' }))) return
    const body = rows.length === 1 && first ? { id: first.id } : { ids: rows.map(({ id }) => id) }
    approve.mutate({ body: { ...body, status: 2 } })
  }
  async function handleSheet() {
    const content = '打款单里有全部待打款提现的姓名和完整账号，导出会记入操作记录。'
    if (await confirm({ content, okText: '导出' })) sheet.mutate({ query: {} })
  }
  const actsOf = (row: Withdrawal): (MoreAction | false)[] => [
    mayApply && row.status === 0 && { label: '通过', onClick: () => handleApprove([row]) },
    mayApply && row.status === 2 && { label: '已打款', onClick: () => setPaying(row) },
    mayApply && row.status === 1 && { label: '更新凭证', onClick: () => setPaying(row) },
    mayApply &&
      row.status !== -1 && {
        label: row.status === 1 ? '打款退回' : '驳回',
        danger: true,
        onClick: () => setReturning(row),
      },
  ]
  const shown = list.rows.find(({ id }) => id === looking)
  return (
    <>
      <ListPage
        list={list}
        unit="笔"
        chosenId={looking}
        look={({ id }) => look(id)}
        nameOf={({ extractNo }) => extractNo}
        header={
          <>
            <Figures />
            <StateTabs tabs={tabs} value={list.tab} onChange={list.openTab} />
          </>
        }
        filters={[
          { name: 'keywords', label: '用户、姓名或单号' },
          { name: 'extractType', control: <Select allowClear placeholder="全部" options={extractOptions} /> },
          { name: 'dateLimit', label: '申请时间', control: <DateRange /> },
          { name: 'uid', label: '用户', hidden: true, text: String },
        ]}
        exports={withdrawal.download}
        tools={
          mayApply && (
            <>
              <WriteButton of={sheet} onClick={handleSheet}>
                导出打款单
              </WriteButton>
              <Button onClick={() => setImporting(true)}>导入打款结果</Button>
            </>
          )
        }
        empty="还没有人申请提现"
        purpose="推广员申请提现的佣金都在这里：审核、打款，或退回账户"
        batch={
          mayApply
            ? (chosen) => {
                const waiting = chosen.filter(({ status }) => status === 0)
                if (!waiting.length) return '选中的没有待审核的'
                return (
                  <Button loading={approve.isPending} onClick={() => handleApprove(waiting)}>
                    通过 {waiting.length} 笔
                  </Button>
                )
              }
            : undefined
        }
        columns={[
          {
            name: 'id',
            title: '申请',
            width: 196,
            render: ({ extractNo, id }) => <TwoLine top={extractNo} below={`ID ${id}`} />,
            says: ({ extractNo }) => extractNo,
          },
          {
            name: 'nickname',
            title: '用户信息',
            minWidth: 110,
            render: (row) => <CustomerLink uid={row.uid} nickname={row.nickname} />,
            says: promoterOf,
          },
          {
            name: 'extractPrice',
            title: '提现金额',
            width: 100,
            align: 'right',
            render: ({ extractPrice }) => <Money value={extractPrice} />,
          },
          {
            name: 'fee',
            title: '手续费',
            width: 80,
            align: 'right',
            low: true,
            render: ({ fee }) => <Money value={fee} />,
          },
          {
            name: 'payPrice',
            title: '实付金额',
            width: 100,
            align: 'right',
            render: ({ payPrice }) => <b>{moneyText(payPrice)}</b>,
          },
          {
            name: 'account',
            title: '收款账号',
            minWidth: 220,
            render: (row) => (
              <TwoLine
                top={row.realName}
                below={
                  <span className={styles.account}>
                    {row.account ? (
                      <Revealed type="extract" id={row.id} field="account" label="收款账号" masked={accountText(row)} />
                    ) : (
                      accountText(row)
                    )}
                    {row.qrcodeUrl && <Picture src={row.qrcodeUrl} alt="收款码" size={28} />}
                  </span>
                }
              />
            ),
            says: accountText,
          },
          {
            name: 'brokeragePrice',
            title: '剩余佣金',
            width: 100,
            low: true,
            align: 'right',
            render: ({ brokeragePrice }) => (
              <span className={brokeragePrice < 0 ? styles.owed : undefined}>{moneyText(brokeragePrice)}</span>
            ),
          },
          {
            name: 'status',
            title: '状态',
            width: 130,
            render: (row) => (
              <TwoLine
                top={<StateTag of="withdrawal" value={stateOf(row) as StateName<'withdrawal'>} />}
                below={row.failMsg || row.payVoucher || row.auditName}
              />
            ),
            says: stateOf,
          },
          { name: 'mark', title: '备注', minWidth: 90, low: true, render: ({ mark }) => mark || '—' },
          {
            name: 'createTime',
            title: '创建时间',
            width: 130,
            render: ({ createTime, payTime }) => (
              <TwoLine
                top={<When at={createTime} />}
                below={
                  payTime && (
                    <>
                      打款 <When at={payTime} />
                    </>
                  )
                }
              />
            ),
          },
        ]}
        card={(row) => cardOf(row, actsOf(row))}
        actions={(row) => {
          const open = { label: '查看详情', reads: true, onClick: () => look(row.id) }
          const [first = open, ...more] = actsOf(row).filter((act) => act !== false)
          return (
            <>
              {!phone && <NextAct of={[first]} />}
              <MoreActions name={row.extractNo} of={[...more, first !== open && open]} />
            </>
          )
        }}
      />
      {shown && <WithdrawalPanel of={shown} acts={actsOf(shown)} onClose={() => look(undefined)} />}
      {paying && <PaidDialog of={paying} onClose={() => setPaying(undefined)} />}
      {importing && (
        <SheetImport
          title="导入打款结果"
          hint="把打款单填好「结果」（成功或失败）、「流水号」和「原因」后传回来；银行或支付宝导出的结果表也可以。"
          columns={{ extractNo: '提现单号', result: '结果', payNo: '流水号', reason: '原因' }}
          act="处理"
          routes={withdrawal}
          onClose={() => setImporting(false)}
        />
      )}
      {returning && <BackDialog of={returning} onClose={() => setReturning(undefined)} />}
    </>
  )
}

/** What became of several: those that were refused are named. */
function say({ ok, asked, failed }: { ok: number; asked: number; failed: { extractNo: string; message: string }[] }) {
  const [first] = failed
  const done = [ok || !asked ? `已通过 ${ok} 笔` : '', asked ? `${asked} 笔已提交审批` : ''].filter(Boolean).join('，')
  if (!first) return showSuccess(done)
  return showWarning(`${done}，${failed.length} 笔未通过：${first.extractNo} ${first.message}`)
}

/** What is asked for, and all that promoters have and had; a figure opens its withdrawals. */
function Figures() {
  const allowed = useCan(withdrawal.balance)
  const { data } = useQuery({ ...read(withdrawal.balance, { silent: true }), enabled: allowed })
  if (!allowed) return null
  const show = (value: number | undefined) => (value === undefined ? '—' : moneyText(value))
  return (
    <div className={styles.figures}>
      <MetricTiles>
        <MetricTile
          title="待提现金额"
          value={show(data?.toBeWithdrawn)}
          below="待审核和待打款"
          to="/finance/extract?status=0"
        />
        <MetricTile
          title="佣金总金额"
          value={show(data?.commissionTotal)}
          definition="已到账的佣金，减去退款扣回的；含已提现和转入余额的"
        />
        <MetricTile title="已提现金额" value={show(data?.withdrawn)} to="/finance/extract?status=1" />
        <MetricTile title="未提现金额" value={show(data?.unDrawn)} below="推广员账户里的佣金" />
      </MetricTiles>
    </div>
  )
}

function cardOf(row: Withdrawal, acts: (MoreAction | false)[]): RowCard {
  const [first] = acts.filter((act) => act !== false)
  return {
    head: (
      <>
        <StateTag of="withdrawal" value={stateOf(row) as StateName<'withdrawal'>} />
        <span className={styles.dim}>
          <When at={row.createTime} />
        </span>
      </>
    ),
    title: promoterOf(row),
    below: <span className={styles.dim}>{`${row.realName} ${accountText(row)}`}</span>,
    end: <b>{moneyText(row.payPrice)}</b>,
    facts: <span>{row.failMsg || row.extractNo}</span>,
    act: first && <ActButton of={first} ours />,
  }
}
