import { useQuery } from '@tanstack/react-query'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import { componentsOf, type Page } from '@zhanggui/page-kit/page.ts'
import { Button, Segmented, Skeleton } from 'antd'
import encodeQR from 'qr'
import { type CSSProperties, useState } from 'react'
import { call } from '../../../../api/call.ts'
import { read } from '../../../../api/read.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { copy } from '../../../../kit/feedback/copy.ts'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { useCanvasData } from '../../model/canvas-data.ts'
import { pageOf } from '../../model/page-store.ts'
import styles from './designer.module.css'
import { DrawnPage, heldBy, useBlocks } from './drawn-page.tsx'

const sizes = ['375×667', '390×844', '430×932'] as const

type Given = {
  id: number
  /** A version instead of the draft. */
  versionId?: number | undefined
  name: string
  onClose: () => void
}

/** The saved draft, or a version, as phones of three sizes show it. */
export function PreviewDialog({ id, versionId, name, onClose }: Given) {
  const [size, setSize] = useState<(typeof sizes)[number]>('390×844')
  const info = useQuery(read(decorPage.info, { params: { id } }))
  const version = useQuery({
    ...read(pageVersion.info, { params: { id: versionId ?? 0 } }),
    enabled: versionId !== undefined,
  })
  const error = info.error ?? version.error
  const isReady = info.data && (versionId === undefined || version.data)
  const page = isReady && pageOf({ ...info.data, ...(version.data ?? {}) })
  const [width = 390, height = 844] = size.split('×').map(Number)
  return (
    <Dialog title={`预览「${name}」`} width={760} footer={null} onCancel={onClose}>
      {error ? (
        <FailedBlock error={error} onRetry={() => (info.error ? info.refetch() : version.refetch())} />
      ) : !page ? (
        <Skeleton active />
      ) : (
        <div className={styles.frames}>
          <div>
            <Segmented options={[...sizes]} value={size} onChange={setSize} style={{ marginBottom: 8 }} />
            <Phone page={page} isDefault={info.data?.isDefault ?? false} width={width} height={height} />
          </div>
          <OnPhone id={id} versionId={versionId} />
        </div>
      )}
    </Dialog>
  )
}

/** Above and below it in the dialog, and the edge around it. */
const AROUND = 260
const EDGE = 20

function Phone({ page, isDefault, width, height }: { page: Page; isDefault: boolean; width: number; height: number }) {
  const blocks = useBlocks()
  const data = useCanvasData(
    componentsOf(page).flatMap((component) => heldBy(component, blocks) ?? []),
    page.terminal,
  )
  const room = { width: Math.min(width, window.innerWidth - 64), height: Math.min(height, window.innerHeight - AROUND) }
  const style = { '--phone-width': `${room.width}px`, '--phone-height': `${room.height}px` } as CSSProperties
  return (
    <div className={styles.phone} style={{ ...style, width: room.width + EDGE, height: room.height + EDGE }}>
      <DrawnPage
        page={page}
        data={data}
        blocks={blocks}
        title={page.settings.pageTitle || (isDefault ? '首页' : '店铺')}
      />
    </div>
  )
}

/** The page on a real phone, for half an hour; nothing of it is public. */
function OnPhone({ id, versionId }: Pick<Given, 'id' | 'versionId'>) {
  const { data, error, refetch } = useQuery({
    queryKey: ['page-preview', id, versionId],
    queryFn: ({ signal }) =>
      call(decorPage.preview, { body: { id, ...(versionId === undefined ? {} : { versionId }) }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <FailedBlock error={error} onRetry={refetch} />
  if (!data) return <Skeleton active />
  const address = new URL(data.url, window.location.origin).href
  return (
    <div className={styles.code}>
      <b>用手机看</b>
      <QrCode text={address} />
      <Button onClick={() => copy(address)}>复制链接</Button>
      <small>
        链接到 <When at={data.expireTime} /> 失效，只给自己人看
      </small>
    </div>
  )
}

export function QrCode({ text }: { text: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className={styles.qr} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label="二维码">
      <path d={path} fill="#000" />
    </svg>
  )
}
