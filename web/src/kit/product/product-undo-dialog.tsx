import { useQuery } from '@tanstack/react-query'
import { productUndo, type UndoInfo, type UndoLeft } from '@zhanggui/contract/product/product-undo.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { Alert, Button, Progress, Skeleton, Table } from 'antd'
import { useEffect, useState } from 'react'
import { read } from '../../api/read.ts'
import { useWrite } from '../../api/use-write.ts'
import { refreshShown } from '../../api/write.ts'
import { WriteButton } from '../access/write-button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { openDialog } from '../feedback/feedback.ts'
import { FailedBlock } from '../page/block-state.tsx'
import { Count, Counts } from '../text/count.tsx'
import { When } from '../text/when.tsx'
import { ProductLink } from './product-link.tsx'
import styles from './product-undo.module.css'

const POLL_MS = 1500
const SHOWN = 10

/** Opens the dialog outside any page: from a message, or from the record of the action. */
export function openUndo(id: number, title: string) {
  openDialog<void>((done) => <ProductUndoDialog id={id} title={title} onClose={done} />)
}

/** 撤销: what taking an action back would do, then its progress and result. Nothing happens before the button is pressed. */
export function ProductUndoDialog({ id, title, onClose }: { id: number; title: string; onClose: () => void }) {
  const found = useQuery({
    ...read(productUndo.info, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? POLL_MS : false),
  })
  const info = found.data
  useRefetchAfter(info?.status)
  const start = useWrite(productUndo.start, { once: true })
  const { recycled = 0, restored = 0 } = info ?? {}
  const acts = [recycled && `回收 ${recycled} 个`, restored && `还原 ${restored} 个`].filter(Boolean).join('、')
  return (
    <Dialog
      title={title}
      width={640}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {info?.status === 'open' ? '取消' : '关闭'}
        </Button>,
        info?.status === 'open' && (
          <WriteButton
            key="undo"
            type="primary"
            disabled={!acts}
            of={start}
            onClick={() => start.mutate({ params: { id } })}
          >
            {acts ? `撤销（${acts}商品）` : '撤销'}
          </WriteButton>
        ),
      ]}
    >
      {!info && found.isPending && <Skeleton active paragraph={{ rows: 4 }} />}
      {!info && found.error && <FailedBlock error={found.error} onRetry={found.refetch} />}
      {info && <Content info={info} onLeave={onClose} />}
    </Dialog>
  )
}

function Content({ info, onLeave }: { info: UndoInfo; onLeave: () => void }) {
  const { status, recycled, restored, left, stockLeft, until, undoneBy, finishTime } = info
  return (
    <div className={styles.check}>
      {status === 'open' && (
        <p className={styles.hint}>
          {info.createBy} <When at={info.createTime} /> 做的，{until.slice(0, 10)} 之前可以撤销。
          {info.kind === 'import'
            ? '新增的商品移入回收站；修改过的内容、价格和库存改回原来的，并留下记录。新建的分类、品牌和标签保留。'
            : '改过的内容、价格和库存改回原来的，并留下记录；之后又被人改过的保持不变。'}
        </p>
      )}
      {status === 'running' && <Running info={info} />}
      {status === 'done' && (
        <Alert
          type={left || stockLeft ? 'warning' : 'success'}
          showIcon
          title={`已撤销：回收 ${recycled} 个、还原 ${restored} 个商品`}
          description={`${undoneBy} ${finishTime ?? ''}`}
        />
      )}
      <Counts>
        {(info.kind === 'import' || recycled > 0) && (
          <Count title={status === 'open' ? '将移入回收站' : '移入回收站'} value={recycled} />
        )}
        <Count title={status === 'open' ? '将还原' : '还原'} value={restored} />
        <Count title="保持不变" value={left} tone={left ? 'bad' : undefined} />
        {stockLeft > 0 && <Count title="其中库存不变" value={stockLeft} />}
      </Counts>
      {left + stockLeft > 0 && <Left info={info} onLeave={onLeave} />}
    </div>
  )
}

function Running({ info: { taskId } }: { info: UndoInfo }) {
  const { data } = useQuery({
    ...read(task.info, { params: { id: taskId }, silent: true }),
    refetchInterval: POLL_MS,
    retry: false,
  })
  return (
    <div className={styles.running} role="status">
      <Progress percent={data?.progress ?? 0} status="active" aria-label="进度" />
      <p className={styles.hint}>正在撤销，可以离开此页，完成后在记录中查看。</p>
    </div>
  )
}

/** The products that stay as they are, and why. */
function Left({ info: { id, left, stockLeft, status }, onLeave }: { info: UndoInfo; onLeave: () => void }) {
  const [page, setPage] = useState(1)
  const { data, isFetching } = useQuery({
    ...read(productUndo.left, { query: { id, page, limit: SHOWN } }),
    enabled: status !== 'running',
  })
  return (
    <Table<UndoLeft>
      rowKey="id"
      size="small"
      aria-label="保持不变的商品"
      loading={isFetching}
      dataSource={data?.list ?? []}
      pagination={{
        current: page,
        pageSize: SHOWN,
        total: data?.total ?? left + stockLeft,
        onChange: setPage,
        hideOnSinglePage: true,
        showSizeChanger: false,
      }}
      columns={[
        {
          title: '商品',
          dataIndex: 'storeName',
          render: (_, row) =>
            row.storeName ? <ProductLink id={row.id} name={row.storeName} onLeave={onLeave} /> : `编号 ${row.id}`,
        },
        { title: '原因', dataIndex: 'reason' },
      ]}
    />
  )
}

/** Fetches again what the products changed, once all have gone back. */
function useRefetchAfter(status: UndoInfo['status'] | undefined) {
  const [known, setKnown] = useState(status)
  useEffect(() => {
    if (status === known) return
    setKnown(status)
    if (known === undefined) return
    refreshShown()
  }, [status, known])
}
