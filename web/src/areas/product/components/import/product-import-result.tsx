import { useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { type ImportInfo, type MissingPicture, productImport } from '@zhanggui/contract/product/product-import.ts'
import { productUndo } from '@zhanggui/contract/product/product-undo.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { Alert, Button, Table } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { refreshShown } from '../../../../api/write.ts'
import { Can } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import shared from '../../../../kit/import/import.module.css'
import { go } from '../../../../kit/page/go.ts'
import { ProductLink } from '../../../../kit/product/product-link.tsx'
import { ProductUndoDialog } from '../../../../kit/product/product-undo-dialog.tsx'
import { isUnfinished, useMayRetry } from '../../../../kit/tasks.ts'
import { Count, Counts } from '../../../../kit/text/count.tsx'
import { TaskProgress } from '../../../work/shared/task-progress.tsx'
import styles from './product-import.module.css'
import { Findings, Head } from './product-import-check.tsx'
import { useImportFiles } from './product-import-files.ts'
import { undoLabel } from './product-import-history.tsx'

/** Step 3: the progress of the import, its result, and the pictures still missing. */
export function ImportResult({ info, onAgain }: { info: ImportInfo; onAgain: () => void }) {
  const { status, failed, invalid } = info
  const { saveErrors, busy } = useImportFiles(info)
  const [undoing, setUndoing] = useState(false)
  useRefetchOnChange(status)
  return (
    <div className={shared.check}>
      <Head info={info} />
      {status === 'running' && (
        <TaskProgress taskId={info.taskId} text="正在导入，可以离开此页，完成后在下面的导入记录中查看。" />
      )}
      {status === 'failed' && <Stopped info={info} />}
      {status === 'done' && (
        <>
          <Alert
            type={failed ? 'warning' : 'success'}
            showIcon
            title={failed ? `已导入 ${info.done} 个商品，${failed} 个未能导入` : `已导入 ${info.done} 个商品`}
            description="新商品在仓库中，检查无误后再上架。"
          />
          <Counts>
            <Count title="已导入" value={info.done} tone="good" />
            <Count title="未能导入" value={failed} tone={failed ? 'bad' : undefined} />
            <Count title="有错误而跳过" value={invalid} tone={invalid ? 'bad' : undefined} />
            <Count title="图片已转存" value={info.pictures.stored} />
            <Count title="图片缺失" value={info.pictures.missing} tone={info.pictures.missing ? 'bad' : undefined} />
          </Counts>
          <Pictures info={info} />
        </>
      )}
      <div className={shared.foot}>
        <div className={shared.footActions}>
          <Button onClick={onAgain}>导入其他文件</Button>
          {status !== 'running' && failed + invalid > 0 && (
            <Button loading={busy} onClick={saveErrors}>
              下载错误行
            </Button>
          )}
          {status !== 'running' && info.undoId > 0 && (
            <Can do={productUndo.start}>
              <Button onClick={() => setUndoing(true)}>{undoLabel(info)}</Button>
            </Can>
          )}
          {status === 'done' && (
            <Can do={product.list}>
              <Button type="primary" onClick={() => go('/product/list?type=2')}>
                查看仓库中的商品
              </Button>
            </Can>
          )}
        </div>
      </div>
      {status !== 'running' && <Findings info={info} />}
      {undoing && (
        <ProductUndoDialog id={info.undoId} title={`撤销导入：${info.fileName}`} onClose={() => setUndoing(false)} />
      )}
    </div>
  )
}

/** Refetches everything the import may have changed. */
function useRefetchOnChange(status: ImportInfo['status']) {
  const [known, setKnown] = useState(status)
  useEffect(() => {
    if (status === known) return
    setKnown(status)
    refreshShown()
  }, [status, known])
}

/** Imported products stay; the import can resume where it stopped. */
function Stopped({ info: { taskId, done, valid } }: { info: ImportInfo }) {
  const { data } = useQuery({ ...read(task.info, { params: { id: taskId }, silent: true }), retry: false })
  const retry = useWrite(task.retry, { message: '已重新开始' })
  const mayRetry = useMayRetry(data)
  return (
    <Alert
      type="error"
      showIcon
      title={`导入中断：已导入 ${done} / ${valid} 个商品`}
      description={data?.message || '已导入的商品不受影响，可以从中断处继续。'}
      action={
        mayRetry && (
          <WriteButton size="small" of={retry} onClick={() => retry.mutate({ params: { id: taskId } })}>
            继续导入
          </WriteButton>
        )
      }
    />
  )
}

/** Pictures are fetched after the products: shows the progress and the pictures that failed. */
function Pictures({ info: { id, pictures, pictureTaskId } }: { info: ImportInfo }) {
  const [page, setPage] = useState(1)
  const { data: fetching } = useQuery({
    ...read(task.info, { params: { id: pictureTaskId }, silent: true }),
    enabled: pictureTaskId !== '',
    retry: false,
  })
  const missing = useQuery({
    ...read(productImport.missing, { query: { id, page, limit: 10 } }),
    enabled: pictures.missing > 0,
  })
  const retry = useWrite(productImport.retryPictures, { message: '已开始重新获取' })
  const isFetching = fetching !== undefined && isUnfinished(fetching)
  const wasFetching = useRef(false)
  useEffect(() => {
    if (wasFetching.current && !isFetching) refreshShown()
    wasFetching.current = isFetching
  }, [isFetching])
  if (!pictures.total) return null
  return (
    <>
      {isFetching && (
        <TaskProgress key={pictureTaskId} taskId={pictureTaskId} text="正在把图片存入素材库，可以离开此页。" />
      )}
      {pictures.missing > 0 && (
        <section className={styles.missing} aria-label="缺失图片">
          <div className={shared.head}>
            <h3>{`缺失图片（${pictures.missing}）`}</h3>
            <WriteButton size="small" disabled={isFetching} of={retry} onClick={() => retry.mutate({ params: { id } })}>
              重试
            </WriteButton>
          </div>
          <p className={shared.hint}>这些图片仍在原来的网站上，无法获取。请检查地址后重试，或在商品中重新上传。</p>
          <Table<MissingPicture>
            rowKey="id"
            size="small"
            loading={missing.isFetching}
            dataSource={missing.data?.list ?? []}
            scroll={{ x: 'max-content' }}
            pagination={{
              current: page,
              pageSize: 10,
              total: missing.data?.total ?? pictures.missing,
              hideOnSinglePage: true,
              showSizeChanger: false,
              onChange: setPage,
            }}
            columns={[
              {
                title: '商品',
                dataIndex: 'storeName',
                className: shared.reason,
                render: (_, { productId, storeName }) => <ProductLink id={productId} name={storeName} />,
              },
              {
                title: '图片地址',
                dataIndex: 'url',
                className: styles.address,
                render: (url: string) => (
                  <a href={url} target="_blank" rel="noopener noreferrer">
                    {url}
                  </a>
                ),
              },
              { title: '原因', dataIndex: 'reason', className: shared.reason },
            ]}
          />
        </section>
      )}
    </>
  )
}
