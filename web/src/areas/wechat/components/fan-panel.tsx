import { useQuery } from '@tanstack/react-query'
import { fan } from '@zhanggui/contract/wechat/fan.ts'
import { fanMoves, fanSourceOf, fanSources } from '@zhanggui/domain/wechat/fan.ts'
import { Skeleton } from 'antd'
import { read } from '../../../api/read.ts'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { Facts } from '../../../kit/detail/parts.tsx'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { CopyText } from '../../../kit/feedback/copy-text.tsx'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { When } from '../../../kit/text/when.tsx'

/** 粉丝详情: who somebody is, and what they did last. */
export function FanPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(read(fan.info, { query: { id }, silent: true }))
  return (
    <SidePanel title="粉丝详情" width={520} onClose={onClose}>
      {error && !data ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton active />
      ) : (
        <>
          <Facts
            items={[
              { label: '昵称', value: data.nickname },
              { label: '备注名', value: data.remark },
              { label: '手机号', value: data.phone },
              { label: '关注状态', value: data.subscribe ? '已关注' : '已取消关注' },
              { label: '关注时间', value: <When at={data.subscribeTime} /> },
              { label: '从哪来', value: data.codeName || fanSources[fanSourceOf(data.subscribeScene)] },
              { label: '标签', value: data.tagNames.join('、') },
              { label: '累计消费', value: data.uid ? moneyText(data.consumeMoney) : '没绑用户' },
              { label: 'OpenID', value: data.openid && <CopyText text={data.openid} /> },
              { label: 'UnionID', value: data.unionid && <CopyText text={data.unionid} /> },
            ]}
          />
          <Section title="最近动作">
            {data.moves.length ? (
              <ul>
                {data.moves.map(({ id, move, at, codeName }) => (
                  <li key={id}>
                    <When at={at} /> {fanMoves[move]}
                    {codeName && `「${codeName}」`}
                  </li>
                ))}
              </ul>
            ) : (
              <EmptyBlock text="还没有记录" />
            )}
          </Section>
        </>
      )}
    </SidePanel>
  )
}
