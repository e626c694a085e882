import ThunderboltOutlined from '@ant-design/icons/es/icons/ThunderboltOutlined'
import { useQuery } from '@tanstack/react-query'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { type ChannelCardKey, channelOverview } from '@zhanggui/contract/wechat/channel-overview.ts'
import { Alert, Skeleton, Typography } from 'antd'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { showError, showSuccess } from '../../../kit/feedback/feedback.ts'
import { FailedBlock } from '../../../kit/page/block-state.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { GroupSettings } from '../../setting/shared/settings-form/group-settings.tsx'
import { ChannelCards } from './channel-cards.tsx'

const KINDS = ['wechat', 'routine'] as const
const names = { wechat: '公众号', routine: '小程序' } as const

/** The settings of the official account or the mini-program, with how all ways into the shop are doing above them. */
export function ChannelPage({ group }: { group: 'wechat' | 'routine' }) {
  const overview = useQuery(read(channelOverview.info))
  const cards = overview.data?.cards
  const wrong = cards?.flatMap(({ lines }) => lines).filter(({ state }) => state === 'bad').length
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader
        summary={cards && (wrong ? `三个渠道，${wrong} 处要修` : '三个渠道，没有要修的')}
        acts={
          <Can do={setting.test}>
            <TestAll />
          </Can>
        }
      />
      {overview.isPending && <Skeleton active paragraph={{ rows: 4 }} />}
      {overview.isError && !cards && <FailedBlock error={overview.error} onRetry={overview.refetch} />}
      {cards && <ChannelCards cards={cards} here={group} />}
      <CallbackAddress url={cards?.find(({ key }) => key === group)?.callbackUrl} of={group} />
      <GroupSettings name={group} />
    </div>
  )
}

/** Where WeChat is to send its messages, to be copied to its own back office. */
function CallbackAddress({ url, of }: { url: string | undefined; of: ChannelCardKey & ('wechat' | 'routine') }) {
  if (!url) return null
  const isWhole = url.startsWith('http')
  return (
    <Alert
      type={isWhole ? 'info' : 'warning'}
      showIcon
      title={
        isWhole
          ? `服务器地址：请填写到${names[of]}后台的消息推送`
          : '填写移动端网址后，这里显示要填到微信后台的服务器地址'
      }
      description={
        isWhole && (
          <Typography.Text code copyable={{ text: url }} style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Typography.Text>
        )
      }
    />
  )
}

/** Tries both accounts as they are saved. */
function TestAll() {
  const test = useWrite(setting.test)
  async function handleTest() {
    const said: string[] = []
    let isOk = true
    for (const kind of KINDS) {
      const answer = await test.mutateAsync({ params: { kind }, body: { values: {} } }).catch(() => undefined)
      if (!answer) return
      isOk &&= answer.ok
      said.push(`${names[kind]}：${answer.message}`)
    }
    if (isOk) showSuccess(said.join('；'))
    else showError(said.join('；'))
  }
  return (
    <WriteButton of={test} icon={<ThunderboltOutlined aria-hidden />} onClick={handleTest}>
      全部测一遍
    </WriteButton>
  )
}
