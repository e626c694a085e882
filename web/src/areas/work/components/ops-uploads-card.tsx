import { useQuery } from '@tanstack/react-query'
import { file } from '@zhanggui/contract/file/file.ts'
import { backup, type OpsUpload } from '@zhanggui/contract/work/backup.ts'
import { ticket } from '@zhanggui/contract/work/ticket.ts'
import { formatBytes } from '@zhanggui/domain/file/file-type.ts'
import { Progress, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { reactToError } from '../../../api/reactions.ts'
import { read } from '../../../api/read.ts'
import { uploadTo } from '../../../api/upload.ts'
import { useWrite } from '../../../api/use-write.ts'
import { refreshShown } from '../../../api/write.ts'
import { Can } from '../../../kit/access/can.tsx'
import { Lines } from '../../../kit/detail/parts.tsx'
import { showError, showSuccess } from '../../../kit/feedback/feedback.ts'
import { RowAction, RowActions } from '../../../kit/list-page/row-actions.tsx'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { Labels } from '../../../kit/text/labels.tsx'
import { When } from '../../../kit/text/when.tsx'
import { ChooseButton } from '../../../kit/upload/upload.tsx'
import { faultOfFile, type UploadLimits } from '../../../kit/upload/upload-limits.ts'
import styles from './backup-card.module.css'

const MAX_BYTES = 500 * 1024 * 1024
const packages: UploadLimits = new Map(['zip', 'apk', 'ipa', 'wgt'].map((extension) => [extension, MAX_BYTES]))
const dumps: UploadLimits = new Map([['gz', MAX_BYTES]])
const purposes = { package: '发布包', backup: '数据库备份' }

/** 上传的发布包和备份: for the super administrator; lists the files, and uploads where the server allows it. */
export function OpsUploadsCard() {
  return (
    <Can do={backup.uploads}>
      <Card />
    </Can>
  )
}

function Card() {
  const uploads = useQuery(read(backup.uploads))
  const [share, setShare] = useState<number>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  async function send(route: typeof file.deploy | typeof file.database, limits: UploadLimits, [chosen]: File[]) {
    if (!chosen) return
    const fault = faultOfFile(chosen, limits)
    if (fault) return showError(fault)
    const controller = new AbortController()
    sending.current = controller
    setShare(0)
    try {
      await uploadTo(route, chosen, { onProgress: setShare, signal: controller.signal })
      showSuccess('上传成功')
      refreshShown()
    } catch (error) {
      if (!(error instanceof CallError && error.kind === 'aborted')) reactToError(error)
    } finally {
      setShare(undefined)
    }
  }

  const isBusy = share !== undefined
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2>上传的发布包和备份</h2>
        {uploads.data?.isOn && (
          <>
            <ChooseButton limits={packages} disabled={isBusy} onFiles={(files) => send(file.deploy, packages, files)}>
              上传发布包
            </ChooseButton>
            <ChooseButton limits={dumps} disabled={isBusy} onFiles={(files) => send(file.database, dumps, files)}>
              上传数据库备份
            </ChooseButton>
          </>
        )}
      </div>
      {isBusy && <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" />}
      {uploads.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {uploads.isError && !uploads.data && <FailedBlock error={uploads.error} onRetry={uploads.refetch} />}
      {uploads.data && <Uploads rows={uploads.data.list} />}
      <p className={styles.note}>
        上传的文件只会保存并通知有关人员，服务器不会执行其中的内容。
        {uploads.data && !uploads.data.isOn && '当前未开启上传：启动服务器时设置 OPS_UPLOADS=on 后可在此上传。'}
      </p>
    </section>
  )
}

function Uploads({ rows }: { rows: readonly OpsUpload[] }) {
  const open = useWrite(ticket.make)
  const remove = useWrite(file.remove, {
    message: '删除成功',
  })
  const download = async ({ path }: OpsUpload) => {
    const target = `/file/${path}`
    const made = await open.mutateAsync({ body: { purpose: 'download', target } })
    window.location.assign(`${target}?ticket=${made.ticket}`)
  }
  if (!rows.length) return <EmptyBlock text="还没有运维文件" more="证书、数据库文件等从这里上传，凭口令下载" />
  return (
    <Lines
      pageSize={10}
      rows={rows}
      columns={[
        { title: '上传时间', width: 130, render: ({ createTime }) => <When at={createTime} /> },
        { title: '类型', width: 110, render: ({ purpose }) => <Labels of={[purposes[purpose]]} /> },
        { title: '文件', render: ({ name }) => <span className={styles.name}>{name}</span> },
        { title: '大小', width: 110, align: 'right', render: ({ bytes }) => formatBytes(bytes) },
        {
          title: 'SHA-256',
          width: 190,
          render: ({ hash }) => <span className={styles.name}>{hash.slice(0, 16)}…</span>,
        },
        { title: '上传人', width: 120, ellipsis: true, render: ({ createBy }) => createBy },
        {
          title: '操作',
          width: 120,
          align: 'right',
          acts: true,
          render: (row) => (
            <RowActions
              onRemove={() => remove.mutateAsync({ body: [row.id] })}
              question={`删除文件「${row.name}」？删除后无法找回。`}
            >
              <RowAction reads onClick={() => download(row)}>
                下载
              </RowAction>
            </RowActions>
          ),
        },
      ]}
    />
  )
}
