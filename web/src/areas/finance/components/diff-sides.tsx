import { useQuery } from '@tanstack/react-query'
import { type BillDiff, billDiff } from '@zhanggui/contract/finance/gateway-bill.ts'
import { rootKinds } from '@zhanggui/domain/finance/recon.ts'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Facts, Note } from '../../../kit/detail/parts.tsx'
import { showSuccess } from '../../../kit/feedback/feedback.ts'
import { moneyText } from '../../../kit/text/money.tsx'
import { diffProviders, diffStates, rootLink } from '../model/finance-words.ts'
import { ExplainDialog } from './explain-dialog.tsx'
import styles from './finance.module.css'

/** What is most likely behind a difference, and what asking again does. */
const hints: Readonly<Record<BillDiff['kind'], string>> = {
  theirs: '多半是付款通知没有送到。重新查询会向渠道核实这一笔，已付款就补记，订单已关闭就原路退回',
  ours: '多半在后一天的账单里，到时自动核平；一直没有，请到渠道后台按单号查',
  amount: '同一笔两边的金额不同，请到渠道后台按单号核对，查清后写说明',
  number: '同一笔两边的交易单号不同，请到渠道后台核对是否收了两次',
  double: '账单里同一个单号出现了几行，请到渠道后台核对是否收了或退了两次',
  odd: '这一行读不懂，请下载账单核对它是不是本店的收款',
  books: '系统不会自动改账。请打开对象查明原因，改正后重新查询；不需要改的写说明结案',
}

/** Both sides of a difference, and what can be done about it. */
export function DiffSides({ row, onDone }: { row: BillDiff; onDone: () => void }) {
  const { data } = useQuery(read(billDiff.info, { query: { id: row.id } }))
  const [explaining, setExplaining] = useState(false)
  const ask = useWrite(billDiff.ask, {
    onSuccess: ({ state }) => {
      showSuccess(state === 'open' ? '已查询，仍有差异' : `已查询，${diffStates[state]}`)
      onDone()
    },
  })
  if (!data) return <Spin />
  const { theirs, ours, provider, kind, state } = data
  return (
    <div className={styles.sides}>
      {data.what ? (
        <BookSides row={data} />
      ) : (
        <>
          <section className={styles.side} aria-label={diffProviders[provider]}>
            <h4>{diffProviders[provider]}账单</h4>
            {theirs.map((line) => (
              <Facts
                key={`${line.no} ${line.time}`}
                items={[
                  { label: '商户单号', value: line.no },
                  { label: '交易单号', value: line.transactionId },
                  { label: '时间', value: line.time },
                  { label: line.kind === 'pay' ? '收款' : '退款', value: <b>{moneyText(line.amount)}</b> },
                  { label: '手续费', value: moneyText(line.fee) },
                ]}
              />
            ))}
            {!theirs.length && <span className={styles.differs}>{data.expected || '没有记录'}</span>}
          </section>
          <section className={styles.side} aria-label="店里">
            <h4>店里</h4>
            {ours ? (
              <Facts
                items={[
                  {
                    label: '订单',
                    value: ours.orderId ? (
                      <Link to={`/order/detail/${ours.orderId}`}>{ours.orderNo}</Link>
                    ) : (
                      ours.orderNo || '—'
                    ),
                  },
                  { label: '单号', value: ours.no },
                  { label: '状态', value: ours.stateText },
                  { label: '金额', value: <b>{moneyText(ours.amount)}</b> },
                  { label: '时间', value: ours.time ?? '—' },
                ]}
              />
            ) : (
              <span className={styles.differs}>没有记录</span>
            )}
          </section>
        </>
      )}
      <section className={styles.side} aria-label="处理">
        <Note tone={state === 'open' ? 'todo' : 'plain'}>
          {state === 'open' ? hints[kind] : `${diffStates[state]}：${data.note || '—'}`}
        </Note>
        {state !== 'gone' && (
          <div className={styles.acts}>
            <WriteButton of={ask} type="primary" onClick={() => ask.mutate({ body: { id: row.id } })}>
              重新查询
            </WriteButton>
            <Can do={billDiff.explain}>
              <Button onClick={() => setExplaining(true)}>写说明结案</Button>
            </Can>
          </div>
        )}
      </section>
      {explaining && <ExplainDialog row={row} onClose={() => setExplaining(false)} />}
    </div>
  )
}

/** What must hold in the shop's own books, and what is there. */
function BookSides({ row }: { row: BillDiff }) {
  const { of, no, rootName, what, expected, found } = row
  const link = rootLink(row)
  return (
    <>
      <section className={styles.side} aria-label="规则">
        <h4>规则</h4>
        <Facts
          items={[
            { label: '应当', value: what },
            { label: rootKinds[of].label, value: link ? <Link to={link}>{rootName || no}</Link> : rootName || no },
            { label: '编号', value: no },
          ]}
        />
      </section>
      <section className={styles.side} aria-label="账目">
        <h4>账目</h4>
        <Facts
          items={[
            { label: '应为', value: expected },
            { label: '实为', value: <b className={styles.differs}>{found}</b> },
          ]}
        />
      </section>
    </>
  )
}
