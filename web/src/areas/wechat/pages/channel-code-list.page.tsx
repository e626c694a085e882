import { type ChannelCodeRow, channelCode } from '@zhanggui/contract/wechat/channel-code.ts'
import { codeKinds } from '@zhanggui/domain/wechat/channel-code.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { useCan } from '../../../kit/access/can.tsx'
import { Sparkline } from '../../../kit/chart/sparkline.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { NextAct } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Labels } from '../../../kit/text/labels.tsx'
import { When } from '../../../kit/text/when.tsx'
import { CodeDialog } from '../components/code-dialog.tsx'
import { CodePanel, CodePicture } from '../components/code-picture.tsx'
import { FanTagSelect } from '../components/tag-select.tsx'

const kinds = ([2, 1] as const).map((value) => ({ value, label: codeKinds[value] }))
const states = [
  { value: true, label: '启用' },
  { value: false, label: '停用' },
]

/** 渠道码: codes of the official account that say where a fan came from. */
export default function ChannelCodeListPage() {
  const [looking, setLooking] = useState<number>()
  const mayLook = useCan(channelCode.info)
  const look = ({ id }: ChannelCodeRow) => setLooking(id)
  return (
    <>
      <ListPage
        list={useList(channelCode.list)}
        purpose="一个地方贴一张码，扫了多少、关注了多少、买了多少一看便知"
        filters={[
          { name: 'keywords', label: '名称' },
          { name: 'kind', control: <Select allowClear placeholder="全部" options={kinds} /> },
          { name: 'tagId', label: '标签', control: <FanTagSelect /> },
          { name: 'status', control: <Select allowClear placeholder="全部" options={states} /> },
        ]}
        columns={[
          {
            name: 'url',
            title: '码',
            width: 72,
            card: 'picture',
            render: ({ url, name }) => <CodePicture url={url} name={name} />,
          },
          { name: 'name', title: '名称', minWidth: 150, card: 'title' },
          { name: 'kind', title: '有效期', width: 130, render: (row) => <Lasts of={row} /> },
          { name: 'tagName', title: '标签', width: 110, render: ({ tagName }) => tagName && <Labels of={[tagName]} /> },
          { name: 'scans', title: '扫码', width: 80, align: 'right' },
          { name: 'follows', title: '新关注', width: 80, align: 'right' },
          {
            name: 'days',
            title: '近30天扫码',
            width: 110,
            render: ({ name, days }) => (
              <Sparkline values={days.map(({ scans }) => scans)} label={`「${name}」近30天每天的扫码`} />
            ),
          },
          { name: 'scene', title: '场景值', width: 130, hidden: true },
          {
            name: 'status',
            title: '状态',
            width: 90,
            render: (row) => <Status of={row} />,
          },
          { name: 'createTime', title: '创建时间', width: 120, low: true },
        ]}
        card={(row) => ({
          picture: <CodePicture url={row.url} name={row.name} />,
          title: row.name,
          below: (
            <>
              <Lasts of={row} /> {row.tagName && <Labels of={[row.tagName]} />}
            </>
          ),
          end: <Status of={row} />,
          facts: `扫码 ${row.scans}，新关注 ${row.follows}`,
        })}
        add={channelCode.save}
        addText="新建渠道码"
        edit={channelCode.update}
        remove={channelCode.remove}
        removeText="已经贴出去的仍会计数，场景值不能再用。"
        {...(mayLook && { look })}
        actions={(row) => mayLook && <NextAct of={[{ label: '成效', reads: true, onClick: () => look(row) }]} />}
        dialog={(row, close) => <CodeDialog {...(row && { row })} onClose={close} />}
      />
      {looking !== undefined && <CodePanel id={looking} onClose={() => setLooking(undefined)} />}
    </>
  )
}

function Status({ of: { id, version, name, status } }: { of: ChannelCodeRow }) {
  return (
    <StatusSwitch
      name={`渠道码「${name}」`}
      checked={status}
      route={channelCode.update}
      body={(on) => ({ id, version, name, status: on })}
    />
  )
}

function Lasts({ of: { kind, expireTime, expired } }: { of: ChannelCodeRow }) {
  if (kind === 2) return '永久'
  return (
    <>
      {expired ? '已到期 ' : '到期 '}
      <When at={expireTime} />
    </>
  )
}
