import { useQuery } from '@tanstack/react-query'
import { type ChannelCodeRow, channelCode } from '@zhanggui/contract/wechat/channel-code.ts'
import { Skeleton } from 'antd'
import { Link } from 'react-router'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { ProgressBar } from '../../../kit/chart/bars.tsx'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { Labels } from '../../../kit/text/labels.tsx'
import { CodePicture } from './code-picture.tsx'
import styles from './fans.module.css'

const SHOWN = 5

/** 渠道码: the newest ones, how often each was scanned and how many followed. */
export function TopCodes() {
  const allowed = useCan(channelCode.info)
  const { data, error, refetch } = useQuery(read(channelCode.list, { query: { limit: SHOWN }, silent: true }))
  const all = allowed && <Link to="/channel/wechat/qrcode">全部 {data?.total ?? ''}</Link>
  return (
    <Section title="渠道码" count="扫了哪张、关注了多少" acts={all}>
      {error && !data ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton active />
      ) : data.list.length ? (
        <ul className={styles.codes}>
          {data.list.map((row) => (
            <Code key={row.id} of={row} />
          ))}
        </ul>
      ) : (
        <EmptyBlock text="还没有渠道码" />
      )}
    </Section>
  )
}

function Code({ of: { url, name, tagName, kind, expireTime, expired, scans, follows } }: { of: ChannelCodeRow }) {
  const until = kind === 2 ? '永久' : `临时 ${expireTime?.slice(5, 10)} ${expired ? '已到期' : '到期'}`
  return (
    <li className={styles.codeRow}>
      <CodePicture url={url} name={name} />
      <div className={styles.code}>
        <span className={styles.codeHead}>
          <b>{name}</b>
          {tagName && <Labels of={[tagName]} />}
        </span>
        <span className={kind === 2 ? undefined : styles.soon}>{until}</span>
        <ProgressBar value={follows} of={scans} label={`「${name}」扫码后关注`} />
        <span className={styles.codeFigures}>
          <span>{scans.toLocaleString('en-US')} 扫</span>
          <b>{follows.toLocaleString('en-US')} 关注</b>
        </span>
      </div>
    </li>
  )
}
