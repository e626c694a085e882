import { channelCode } from '@zhanggui/contract/wechat/channel-code.ts'
import { fan } from '@zhanggui/contract/wechat/fan.ts'
import { fanTag } from '@zhanggui/contract/wechat/fan-tag.ts'
import { type WechatUserRow, wechatUser } from '@zhanggui/contract/wechat/wechat-user.ts'
import { fanSourceOf, fanSources } from '@zhanggui/domain/wechat/fan.ts'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { MoreActions, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Face } from '../../../kit/media/face.tsx'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { openTasks } from '../../../kit/tasks.ts'
import { Labels } from '../../../kit/text/labels.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { CodeDialog } from '../components/code-dialog.tsx'
import { FanCharts, type Span, useFanFigures } from '../components/fan-charts.tsx'
import { MessageDialog, RemarkDialog, TaggingDialog, TagsDialog } from '../components/fan-dialogs.tsx'
import { FanPanel } from '../components/fan-panel.tsx'
import styles from '../components/fans.module.css'
import { FanTagSelect } from '../components/tag-select.tsx'
import { TopCodes } from '../components/top-codes.tsx'

const sources = Object.entries(fanSources).map(([value, label]) => ({ value, label }))
const asText = (value: number | undefined) => value?.toLocaleString('en-US') ?? '—'
const sourceOf = ({ codeName, subscribeScene }: WechatUserRow) => codeName || fanSources[fanSourceOf(subscribeScene)]

type Opened =
  | { what: 'remark' | 'message' | 'look'; row: WechatUserRow }
  | { what: 'tags' | 'code' }
  | { what: 'tag'; ids: readonly number[] }

/** 粉丝管理: who follows the official account, where they came from, and what can be said to them. */
export default function FanListPage() {
  const [days, setDays] = useState<Span>(14)
  const [opened, setOpened] = useState<Opened>()
  const figures = useFanFigures(days)
  const list = useList(wechatUser.list, { fixed: { official: true } })
  const [mayWrite, mayLook] = [useCan(fan.message), useCan(fan.info)]
  const sync = useWrite(fan.sync, { message: '已开始同步', onSuccess: openTasks })
  const close = () => setOpened(undefined)
  const { data } = figures
  const tab = String(list.filters.fan ?? 'all')
  const tabs = [
    { key: 'all', label: '全部', count: data?.followers },
    { key: 'phone', label: '绑了手机', count: data?.withPhone },
    { key: 'bought', label: '买过', count: data?.bought },
    { key: 'talked', label: '48 小时内说过话', count: data?.talked, tone: 'todo' as const },
    { key: 'left', label: '已取消关注' },
  ]
  function handleTab(key: string) {
    const { fan: _, ...kept } = list.latest().filters
    list.search(key === 'all' ? kept : { ...kept, fan: key })
  }
  return (
    <>
      <PageHeader
        summary={
          <>
            <b>{asText(data?.followers)}</b> 人关注，今天 <b>+{asText(data?.followedToday)}</b>{' '}
            <b>−{asText(data?.leftToday)}</b>
            {data?.syncTime && (
              <>
                ，<When at={data.syncTime} /> 同步过
              </>
            )}
          </>
        }
        acts={
          <>
            <Can do={fanTag.save}>
              <Button onClick={() => setOpened({ what: 'tags' })}>标签管理</Button>
            </Can>
            <Can do={fan.sync}>
              <WriteButton of={sync} onClick={() => sync.mutate({})}>
                从微信同步
              </WriteButton>
            </Can>
            <Can do={channelCode.save}>
              <Button type="primary" onClick={() => setOpened({ what: 'code' })}>
                新建渠道码
              </Button>
            </Can>
          </>
        }
      />
      <FanCharts figures={figures} days={days} onTurn={setDays} />
      <div className={styles.page}>
        <ListPage
          list={list}
          title=""
          purpose="关注公众号的人，可以打标签、发消息；昵称和头像来自绑定的客户，微信不再提供粉丝的"
          unit="人"
          header={<StateTabs tabs={tabs} value={tab} onChange={handleTab} />}
          filters={[
            {
              name: 'keywords',
              control: <Input allowClear maxLength={64} placeholder="昵称、备注开头，手机号或 OpenID" />,
            },
            { name: 'tagId', label: '标签', control: <FanTagSelect /> },
            { name: 'source', control: <Select allowClear placeholder="全部" options={sources} /> },
            { name: 'dateLimit', label: '认识时间' },
          ]}
          columns={[
            {
              name: 'nickname',
              title: '粉丝',
              minWidth: 170,
              render: (row) => <Fan of={row} />,
              says: ({ nickname, remark }) => [nickname, remark].filter(Boolean).join(' '),
            },
            { name: 'codeName', title: '从哪来', width: 140, render: sourceOf },
            {
              name: 'tagNames',
              title: '标签',
              width: 150,
              render: ({ tagNames }) => (tagNames.length ? <Labels of={tagNames} /> : '—'),
              says: ({ tagNames }) => tagNames.join('、'),
            },
            {
              name: 'subscribeTime',
              title: '关注时间',
              width: 120,
              render: ({ subscribeTime }) => <When at={subscribeTime} />,
            },
            {
              name: 'consumeMoney',
              title: '累计消费',
              width: 110,
              align: 'right',
              render: ({ uid, consumeMoney }) => (uid && consumeMoney ? moneyText(consumeMoney) : '—'),
            },
            { name: 'phone', title: '手机号', width: 120, hidden: true },
            { name: 'openid', title: 'OpenID', width: 180, hidden: true },
          ]}
          batch={(_, ids) => (
            <Can do={fanTag.batch}>
              <Button onClick={() => setOpened({ what: 'tag', ids })}>打标签</Button>
            </Can>
          )}
          {...(mayLook && { look: (row: WechatUserRow) => setOpened({ what: 'look', row }) })}
          nameOf={({ nickname }) => nickname}
          actions={(row) => (
            <>
              <NextAct
                of={[
                  mayWrite && row.subscribe && { label: '发消息', onClick: () => setOpened({ what: 'message', row }) },
                ]}
              />
              <MoreActions
                name={row.nickname}
                of={[
                  mayLook && { label: '详情', reads: true, onClick: () => setOpened({ what: 'look', row }) },
                  mayWrite && row.subscribe && { label: '改备注名', onClick: () => setOpened({ what: 'remark', row }) },
                ]}
              />
            </>
          )}
        />
        <TopCodes />
      </div>
      {opened?.what === 'look' && <FanPanel id={opened.row.id} onClose={close} />}
      {opened?.what === 'remark' && <RemarkDialog row={opened.row} onClose={close} />}
      {opened?.what === 'message' && <MessageDialog row={opened.row} onClose={close} />}
      {opened?.what === 'code' && <CodeDialog onClose={close} />}
      {opened?.what === 'tags' && <TagsDialog onClose={close} />}
      {opened?.what === 'tag' && <TaggingDialog ids={opened.ids} onClose={close} />}
    </>
  )
}

function Fan({ of: row }: { of: WechatUserRow }) {
  const below = row.remark || (row.uid ? row.phone || '已绑用户' : '没绑手机')
  return (
    <span className={styles.fan}>
      <Face user={{ ...row, realName: '' }} />
      <TwoLine top={row.nickname} below={below} />
    </span>
  )
}
