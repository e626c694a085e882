import { useQuery } from '@tanstack/react-query'
import { type ShipBatchInfo, type ShipRow, shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { Button, Input, Pagination, Select, Table, Tag } from 'antd'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { useReadOnly } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { useIsPhone } from '../../../../kit/page/use-is-phone.ts'
import { Count, Counts } from '../../../../kit/text/count.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import styles from './ship-batch.module.css'
import { useFailedRows } from './use-batch-files.ts'

const SHOWN = 50
const shows = { all: '全部', bad: '有错误', warned: '需核对', ready: '可发货' } as const
type Shows = keyof typeof shows

const fits: Record<Shows, (row: ShipRow) => boolean> = {
  all: () => true,
  bad: ({ ok, skipped }) => !ok && !skipped,
  warned: ({ ok, warning }) => ok && warning !== '',
  ready: ({ ok }) => ok,
}
/** Bad rows first, then those to look at, as numbered within. */
const rank = (row: ShipRow) => (row.skipped ? 2 : !row.ok ? 0 : row.warning ? 1 : 3)

/** Step 2: what each row would do. Rows are mended in place; nothing has been shipped yet. */
export function ShipCheck({ info, onBack }: { info: ShipBatchInfo; onBack: () => void }) {
  const { id, fileName, rows, total, ready, bad, warned } = info
  const skipped = rows.filter((row) => row.skipped).length
  const faulty = bad - skipped
  const [show, setShow] = useState<Shows>('all')
  const [page, setPage] = useState(1)
  const phone = useIsPhone()
  const failed = useFailedRows(info)
  const confirm = useWrite(shipBatch.confirm, { once: true })
  const carriers = useQuery(read(expressCompany.all, { query: {} })).data ?? []
  const wanted = rows.filter(fits[show]).toSorted((one, other) => rank(one) - rank(other) || one.row - other.row)
  const last = Math.max(1, Math.ceil(wanted.length / SHOWN))
  const shown = wanted.slice((Math.min(page, last) - 1) * SHOWN, Math.min(page, last) * SHOWN)
  const orders = new Set(rows.filter(({ ok }) => ok).flatMap(({ orderNo }) => orderNo.split(/[,，;；、\s]+/))).size
  const filter = (next: Shows) => {
    setShow(next)
    setPage(1)
  }
  return (
    <div className={styles.check}>
      <div className={styles.head}>
        <h2>{fileName}</h2>
        <span className={styles.hint}>还没有发货，确认后才发出。{info.expireTime?.slice(11, 16)} 前有效</span>
      </div>
      <Counts>
        <Count title="共" value={total} />
        <Count title="可发货" value={ready} tone={ready ? 'good' : undefined} />
        <Count title="有错误" value={faulty} tone={faulty ? 'bad' : undefined} />
        <Count title="需核对" value={warned} />
        {skipped > 0 && <Count title="不发货" value={skipped} />}
      </Counts>
      <Select
        aria-label="显示哪些行"
        value={show}
        style={{ width: 140 }}
        options={Object.entries(shows).map(([value, label]) => ({ value, label }))}
        onChange={filter}
      />
      {phone ? (
        <div className={styles.cards}>
          {shown.map((row) => (
            <RowCard key={keyOf(row)} batchId={id} row={row} carriers={carriers} />
          ))}
        </div>
      ) : (
        <Table<ShipRow>
          rowKey={keyOf}
          size="small"
          tableLayout="fixed"
          dataSource={shown}
          pagination={false}
          columns={[
            { title: '行', dataIndex: 'row', width: 52 },
            { title: '结果', width: 190, render: (_, row) => <Verdict batchId={id} row={row} carriers={carriers} /> },
            { title: '订单号', width: 210, render: (_, row) => <Given batchId={id} row={row} of="orderNo" /> },
            {
              title: '快递公司',
              width: 140,
              render: (_, row) => <CarrierCell batchId={id} row={row} carriers={carriers} />,
            },
            { title: '快递单号', width: 180, render: (_, row) => <Given batchId={id} row={row} of="expressNumber" /> },
            {
              title: '发什么，给谁',
              render: (_, row) => <Goods batchId={id} row={row} />,
            },
            { title: '操作', width: 70, render: (_, row) => <SkipButton batchId={id} row={row} /> },
          ]}
        />
      )}
      {wanted.length > SHOWN && (
        <Pagination
          current={Math.min(page, last)}
          pageSize={SHOWN}
          total={wanted.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
      <footer className={styles.foot}>
        <span className={styles.hint}>
          {faulty > 0 ? `有错误的 ${faulty} 行不会发出，可以在上面直接改。` : '发货后 30 分钟内、快递揽收前可以撤回。'}
        </span>
        <div className={styles.footActs}>
          <Button onClick={onBack}>重新上传</Button>
          {bad > 0 && (
            <Button loading={failed.busy} onClick={failed.save}>
              下载有错误的行
            </Button>
          )}
          <WriteButton
            type="primary"
            disabled={!ready}
            of={confirm}
            onClick={() => confirm.mutate({ body: { batchId: id } })}
          >
            {`确认发货 ${orders} 单`}
          </WriteButton>
        </div>
      </footer>
    </div>
  )
}

/** A row that was judged anew begins with what it says now. */
const keyOf = (row: ShipRow) =>
  [row.row, row.orderNo, row.express, row.expressNumber, row.goods, row.num, row.skipped].join('|')

type Carriers = readonly { code: string; name: string }[]
type Of = { batchId: number; row: ShipRow }

type Cell = 'orderNo' | 'express' | 'expressNumber' | 'goods' | 'num'

/** Corrects one cell of a row; the others stay. */
function useMend({ batchId, row }: Of) {
  const { mutate, isPending } = useWrite(shipBatch.mend)
  const readOnly = useReadOnly(shipBatch.mend)
  return {
    busy: isPending || readOnly !== undefined,
    mend: (cell: Cell, text: string) =>
      mutate({ body: { batchId, row: row.row, ...(text ? { [cell]: text } : { clear: [cell] }) } }),
    skip: (skipped: boolean) => mutate({ body: { batchId, row: row.row, skipped } }),
  }
}

const cellWords = { orderNo: '订单号', expressNumber: '快递单号', goods: '商品编号', num: '数量' } as const

function Given({ batchId, row, of }: Of & { of: keyof typeof cellWords }) {
  const { mend, busy } = useMend({ batchId, row })
  const [typed, setTyped] = useState(row[of])
  const send = () => {
    if (typed.trim() !== row[of]) mend(of, typed.trim())
  }
  if (row.skipped) return <span className={styles.mono}>{row[of]}</span>
  return (
    <Input
      size="small"
      className={styles.mono}
      aria-label={`第 ${row.row} 行${cellWords[of]}`}
      placeholder={cellWords[of]}
      status={row.ok || row[of] ? undefined : 'error'}
      variant={row.ok ? 'borderless' : 'outlined'}
      value={typed}
      disabled={busy}
      onChange={({ target }) => setTyped(target.value)}
      onPressEnter={send}
      onBlur={send}
    />
  )
}

/** What leaves and to whom; of a row with a fault also the goods that the sheet names, to be corrected. */
function Goods({ batchId, row }: Of) {
  const isNamed = Boolean(row.goods || row.num)
  return (
    <span className={styles.cell}>
      {row.content || '—'}
      <span className={styles.hint}>{row.receiver}</span>
      {isNamed && !row.ok && !row.skipped && (
        <span className={styles.goods}>
          <Given batchId={batchId} row={row} of="goods" />
          <Given batchId={batchId} row={row} of="num" />
        </span>
      )}
    </span>
  )
}

function CarrierCell({ batchId, row, carriers }: Of & { carriers: Carriers }) {
  const { mend, busy } = useMend({ batchId, row })
  if (row.skipped) return row.expressName || row.express
  return (
    <span className={styles.cell}>
      <Select
        size="small"
        aria-label={`第 ${row.row} 行快递公司`}
        variant={row.ok ? 'borderless' : 'outlined'}
        showSearch={{ optionFilterProp: 'label' }}
        disabled={busy}
        value={row.expressCode || (row.express ? row.express : undefined)}
        placeholder="请选择"
        options={carriers.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(code) => mend('express', code)}
      />
      {row.guessed && <span className={styles.hint}>按单号推断</span>}
    </span>
  )
}

/** Why a row cannot be shipped, or what to look at. */
function Verdict({ batchId, row, carriers }: Of & { carriers: Carriers }) {
  const { mend, busy } = useMend({ batchId, row })
  const looks = carriers.find(({ code }) => code === row.guessCode)
  if (row.skipped) return <Tag>不发货</Tag>
  if (!row.ok) return <span className={styles.fault}>{row.message}</span>
  if (!row.warning) return <Tag color="success">可发货</Tag>
  return (
    <span className={styles.cell}>
      <span className={styles.warning}>{row.warning}</span>
      {looks && (
        <span>
          <WriteButton type="link" size="small" of={{ isPending: busy }} onClick={() => mend('express', looks.code)}>
            {`改为${looks.name}`}
          </WriteButton>
        </span>
      )}
    </span>
  )
}

function SkipButton({ batchId, row }: Of) {
  const { skip, busy } = useMend({ batchId, row })
  return (
    <span className={styles.rowActs}>
      <WriteButton
        type="link"
        size="small"
        of={{ isPending: busy }}
        aria-label={row.skipped ? `恢复第 ${row.row} 行` : `不发第 ${row.row} 行`}
        onClick={() => skip(!row.skipped)}
      >
        {row.skipped ? '恢复' : '不发'}
      </WriteButton>
    </span>
  )
}

function RowCard({ batchId, row, carriers }: Of & { carriers: Carriers }) {
  const isFine = row.skipped || (row.ok && !row.warning)
  if (isFine)
    return (
      <section className={styles.rowCard} aria-label={`第 ${row.row} 行`}>
        <div className={styles.head}>
          <span className={styles.hint}>{`第 ${row.row} 行`}</span>
          <Verdict batchId={batchId} row={row} carriers={carriers} />
          <SkipButton batchId={batchId} row={row} />
        </div>
        <span className={styles.cell}>
          <span className={styles.mono}>{`${row.expressName} ${row.expressNumber}`}</span>
          <span className={styles.hint}>
            {[shortNo(row.orderNo), row.content, row.receiver].filter(Boolean).join(' · ')}
          </span>
        </span>
      </section>
    )
  return (
    <section className={styles.rowCard} aria-label={`第 ${row.row} 行`}>
      <div className={styles.head}>
        <span className={styles.hint}>{`第 ${row.row} 行`}</span>
        <Verdict batchId={batchId} row={row} carriers={carriers} />
      </div>
      <Given batchId={batchId} row={row} of="orderNo" />
      <CarrierCell batchId={batchId} row={row} carriers={carriers} />
      <Given batchId={batchId} row={row} of="expressNumber" />
      <Goods batchId={batchId} row={row} />
      <SkipButton batchId={batchId} row={row} />
    </section>
  )
}
