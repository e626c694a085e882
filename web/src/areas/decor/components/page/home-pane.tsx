import { useQuery } from '@tanstack/react-query'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { miniCode } from '@zhanggui/contract/wechat/mini-code.ts'
import { pageTerminals } from '@zhanggui/domain/decor/page.ts'
import { Button, Segmented, Skeleton } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../../api/call.ts'
import { CallError } from '../../../../api/call-error.ts'
import { read } from '../../../../api/read.ts'
import { useSite } from '../../../../api/site.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { Can, useCan } from '../../../../kit/access/can.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { EmptyBlock, FailedBlock, failureText } from '../../../../kit/page/block-state.tsx'
import { loadChunk } from '../../../../kit/page/load-chunk.ts'
import { StateTag } from '../../../../kit/text/state-tag.tsx'
import { When } from '../../../../kit/text/when.tsx'
import { stateOf } from '../../model/page-words.ts'
import { RefSelect } from '../panel/ref-select.tsx'
import styles from './page.module.css'

const HomePhone = lazy(() => loadChunk(() => import('./home-phone.tsx')))
const QrCode = lazy(() => loadChunk(async () => ({ default: (await import('../designer/preview-dialog.tsx')).QrCode })))

type Terminal = 1 | 2 | 3

const MINI_HOME = { path: 'pages/index/index', scene: 'from=console', width: 430, env: 'release' } as const

/** 商城首页: what buyers see first, and what is done with it. */
export function HomePane({ onVersions }: { onVersions: (id: number, name: string) => void }) {
  const [terminal, setTerminal] = useState<Terminal>(3)
  const [choosing, setChoosing] = useState(false)
  const { data, error, refetch } = useQuery(
    read(decorPage.info, { params: { id: 0 }, query: { terminal }, silent: true }),
  )
  const frontDomain = useSite()?.frontDomain ?? ''
  const isNone = error instanceof CallError && error.status === 404
  const address = `${frontDomain || window.location.origin}/h5`
  const pane = (
    <div className={styles.side}>
      <Segmented
        aria-label="终端"
        style={{ justifySelf: 'start' }}
        value={terminal}
        options={([3, 1, 2] as const).map((value) => ({ value, label: pageTerminals[value] }))}
        onChange={setTerminal}
      />
      {isNone && (
        <EmptyBlock
          text={`${pageTerminals[terminal]}没有单独的首页`}
          more="它用移动端的首页；要让它不一样，把一个页面设为它的首页"
          act={<ChangeHome onClick={() => setChoosing(true)} />}
        />
      )}
      {data && (
        <>
          <div>
            <h2>{data.name}</h2>
            <p>
              <StateTag of="page" value={stateOf(data)} />{' '}
              <span className={styles.dim}>
                {data.publishBy} <When at={data.publishTime} /> 发布
              </span>
            </p>
          </div>
          <div className={styles.acts}>
            <Can do={decorPage.update}>
              <Button type="primary" href={`/design/editor/${data.id}?type=edit`} target="_blank">
                装修首页
              </Button>
            </Can>
            <ChangeHome onClick={() => setChoosing(true)} />
            <Button onClick={() => onVersions(data.id, data.name)}>发布记录</Button>
          </div>
          <div className={styles.codes}>
            <div className={styles.code}>
              <Suspense fallback={null}>
                <QrCode text={address} />
              </Suspense>
              H5 · 用手机扫一扫
            </div>
            <MiniCode />
          </div>
        </>
      )}
    </div>
  )
  if (error && !isNone) return <FailedBlock error={error} onRetry={refetch} />
  return (
    <div className={styles.home}>
      <div className={styles.phone}>
        {data ? (
          <Suspense fallback={<Skeleton active style={{ padding: 16 }} />}>
            <HomePhone info={data} />
          </Suspense>
        ) : (
          !isNone && <Skeleton active style={{ padding: 16 }} />
        )}
      </div>
      {pane}
      {choosing && <ChooseHome terminal={terminal} onClose={() => setChoosing(false)} />}
    </div>
  )
}

/** The code that opens the home page of the mini-program, or why there is none. */
function MiniCode() {
  const may = useCan(miniCode.qrcode)
  const maySet = useCan({ permission: 'admin:system:config:info' })
  const { data, error } = useQuery({ ...read(miniCode.qrcode, { query: MINI_HOME, silent: true }), enabled: may })
  if (!may) return null
  return (
    <div className={styles.code}>
      {data ? (
        <img src={data.url} alt="打开小程序首页的小程序码" width={160} height={160} />
      ) : (
        <span>{error ? failureText(error) : '正在生成小程序码'}</span>
      )}
      {data && '小程序 · 用微信扫一扫'}
      {error && maySet && <Link to="/channel/routine/config">去配置</Link>}
    </div>
  )
}

function ChangeHome({ onClick }: { onClick: () => void }) {
  return (
    <Can do={decorPage.setDefault}>
      <Button onClick={onClick}>更换首页</Button>
    </Can>
  )
}

/** A published page of the terminal as its home. */
function ChooseHome({ terminal, onClose }: { terminal: Terminal; onClose: () => void }) {
  const [id, setId] = useState<number>()
  const [why, setWhy] = useState('')
  const save = useWrite(decorPage.setDefault, { message: '已设为首页', onSuccess: onClose })
  async function choose([next]: number[]) {
    setId(next)
    setWhy('')
    if (next === undefined) return
    const row = await call(decorPage.info, { params: { id: next } }).catch(() => undefined)
    if (row && row.terminal !== terminal) setWhy(`这个页面是${pageTerminals[row.terminal]}的`)
    else if (row?.publishedNo === null) setWhy('请先发布页面再设为首页')
  }
  return (
    <Dialog
      title={`更换${pageTerminals[terminal]}首页`}
      width={480}
      okText="设为首页"
      cancelText="取消"
      of={save}
      okButtonProps={{ disabled: id === undefined || why !== '' }}
      onCancel={onClose}
      onOk={() => id !== undefined && save.mutate({ params: { id } })}
    >
      <RefSelect id="home" of="page" value={id === undefined ? [] : [id]} many={false} max={1} onChange={choose} />
      <p className={styles.dim}>{why || '买家马上看到它；原来的首页变成微页面'}</p>
    </Dialog>
  )
}
