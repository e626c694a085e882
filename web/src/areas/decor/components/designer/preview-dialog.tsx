import { useQuery } from '@tanstack/react-query'
import { decorPage, type PageInfo } from '@zhanggui/contract/decor/page.ts'
import { miniCode } from '@zhanggui/contract/wechat/mini-code.ts'
import { miniVersionNames, miniVersions } from '@zhanggui/domain/wechat/mini-code.ts'
import { Button, Segmented, Skeleton, Tabs } from 'antd'
import encodeQR from 'qr'
import { type CSSProperties, useState } from 'react'
import { call } from '../../../../api/call.ts'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { copy } from '../../../../kit/feedback/copy.ts'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { When } from '../../../../kit/text/when.tsx'
import styles from './designer.module.css'

const sizes = ['375×667', '390×844', '430×932'] as const

type Given = {
  of: Pick<PageInfo, 'id' | 'terminal' | 'publishedNo'>
  /** A version instead of the draft. */
  versionId?: number | undefined
  name: string
  onClose: () => void
}

/** The saved draft, or a version, as the storefront itself shows it on phones of three sizes, and on a real one. */
export function PreviewDialog({ of: { id, terminal, publishedNo }, versionId, name, onClose }: Given) {
  const [size, setSize] = useState<(typeof sizes)[number]>('390×844')
  const mayCode = useCan(miniCode.qrcode)
  const pass = useQuery({
    queryKey: ['page-preview', id, versionId],
    queryFn: ({ signal }) =>
      call(decorPage.preview, { body: { id, ...(versionId === undefined ? {} : { versionId }) }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data } = pass
  // What is for H5 alone, the mini-program does not show.
  const inMini = mayCode && terminal !== 2
  const onPhone = [
    { key: 'h5', label: 'H5', children: data && <OnPhone {...data} /> },
    ...(inMini ? [{ key: 'mini', label: '小程序', children: <InMini id={id} isLive={publishedNo !== null} /> }] : []),
  ]
  return (
    <Dialog title={`预览「${name}」`} width={760} footer={null} onCancel={onClose}>
      {pass.error && !data ? (
        <FailedBlock error={pass.error} onRetry={pass.refetch} />
      ) : !data ? (
        <Skeleton active />
      ) : (
        <div className={styles.frames}>
          <div>
            <Segmented options={[...sizes]} value={size} onChange={setSize} style={{ marginBottom: 8 }} />
            <Phone url={data.url} size={size} />
          </div>
          <Tabs items={onPhone} defaultActiveKey={terminal === 1 && inMini ? 'mini' : 'h5'} />
        </div>
      )}
    </Dialog>
  )
}

/** Above and below it in the dialog, and the edge around it. */
const AROUND = 260
const EDGE = 20

/**
 * The storefront in a frame as wide as the phone; drawn smaller where the window has less room. The frame takes it from the console's
 * own address, as its policy wants, wherever buyers have it from.
 */
function Phone({ url, size }: { url: string; size: string }) {
  const { pathname, search } = new URL(url, window.location.origin)
  const [width = 390, height = 844] = size.split('×').map(Number)
  const scale = Math.min(1, (window.innerWidth - 64) / width, (window.innerHeight - AROUND) / height)
  const style = { '--scale': scale, width: width * scale + EDGE, height: height * scale + EDGE } as CSSProperties
  return (
    <div className={styles.phone} style={style}>
      <iframe title={`${size} 的手机`} className={styles.screen} src={pathname + search} style={{ width, height }} />
    </div>
  )
}

/** The page on a real phone, for half an hour; nothing of it is public. */
function OnPhone({ url, expireTime }: { url: string; expireTime: string }) {
  const address = new URL(url, window.location.origin).href
  return (
    <div className={styles.code}>
      <b>用手机看</b>
      <QrCode text={address} />
      <Button onClick={() => copy(address)}>复制链接</Button>
      <small>
        链接到 <When at={expireTime} /> 失效，只给自己人看
      </small>
    </div>
  )
}

const MICRO_PAGE = 'pages/activity/small_page/index'

/** The code that opens the published page in the mini-program. */
function InMini({ id, isLive }: { id: number; isLive: boolean }) {
  const [env, setEnv] = useState<(typeof miniVersionNames)[number]>('release')
  const query = { path: MICRO_PAGE, scene: `id=${id}`, width: 430, env }
  const { data, error, refetch } = useQuery(read(miniCode.qrcode, { query, silent: true }))
  return (
    <div className={styles.code}>
      <Segmented
        aria-label="小程序版本"
        value={env}
        options={miniVersionNames.map((value) => ({ value, label: miniVersions[value] }))}
        onChange={setEnv}
      />
      {error && !data ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : data ? (
        <img className={styles.qr} src={data.url} alt="小程序码" />
      ) : (
        <Skeleton.Node active style={{ width: 160, height: 160 }} />
      )}
      <small>{isLive ? '用微信扫一扫，看到的是已发布的页面' : '还没有发布，发布后扫一扫才看得到'}</small>
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
