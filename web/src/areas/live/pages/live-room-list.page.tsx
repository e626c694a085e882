import { liveRoom, type Room } from '@zhanggui/contract/live/live-room.ts'
import { LIVE, liveSources, OVER, UPCOMING } from '@zhanggui/domain/live/live.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { showSuccess } from '../../../kit/feedback/feedback.ts'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { MoreActions, RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { Picture } from '../../../kit/media/picture.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { RoomDialog } from '../components/room-dialog.tsx'
import { CodeDialog, PushUrlDialog, ReplayDialog, RoomGoodsPanel } from '../components/room-panels.tsx'
import { stateOf, statusOptions } from '../model/live-words.ts'

const panels = { goods: RoomGoodsPanel, code: CodeDialog, push: PushUrlDialog, replay: ReplayDialog } as const
/** The length of a time without its seconds. */
const MINUTE = 16
type Opened = { of: Room; as: keyof typeof panels }

/** 直播间: rooms of the mini-program and broadcasts of a 视频号. */
export default function LiveRoomListPage() {
  const [opened, setOpened] = useState<Opened>()
  const Panel = opened && panels[opened.as]
  return (
    <>
      <ListPage
        list={useList(liveRoom.list)}
        purpose="小程序直播和视频号直播都从这里进店"
        filters={[
          {
            name: 'keywords',
            label: '直播间',
            control: <Input allowClear maxLength={34} placeholder="房间名、主播、房间号" />,
          },
          {
            name: 'liveStatus',
            label: '状态',
            control: <Select allowClear placeholder="全部" options={statusOptions} />,
          },
        ]}
        columns={[
          {
            name: 'coverImg',
            card: 'picture',
            title: '封面',
            width: 72,
            align: 'center',
            render: ({ name, coverImg }) => <Picture src={coverImg} alt={`${name}的封面`} />,
          },
          {
            name: 'name',
            title: '房间名',
            minWidth: 170,
            card: 'title',
            render: ({ name, source }) => <TwoLine top={name} below={liveSources[source]} />,
            says: ({ name }) => name,
          },
          { name: 'roomId', title: '房间号', width: 88, render: ({ roomId }) => roomId ?? '—' },
          {
            name: 'anchorName',
            title: '主播',
            width: 130,
            render: (row) => <TwoLine top={row.anchorName} below={row.anchorWechat || row.finderUserName} />,
            says: ({ anchorName }) => anchorName,
          },
          {
            name: 'startTime',
            title: '时间',
            width: 180,
            render: ({ startTime, endTime }) => (
              <TwoLine top={startTime.slice(0, MINUTE)} below={`至 ${endTime.slice(0, MINUTE)}`} />
            ),
            says: ({ startTime }) => startTime,
          },
          {
            name: 'liveStatus',
            title: '状态',
            minWidth: 120,
            render: (row) => (
              <TwoLine top={<StateTag of="live" value={stateOf(row)} />} below={row.lastError || undefined} />
            ),
            says: stateOf,
          },
          { name: 'goodsCount', title: '商品数', width: 76, align: 'end' },
          {
            name: 'isShow',
            title: '是否展示',
            width: 92,
            render: (row) => <ShowSwitch of={row} />,
            says: ({ isShow }) => (isShow ? '展示' : '不展示'),
          },
        ]}
        card={(row) => ({
          head: (
            <>
              <StateTag of="live" value={stateOf(row)} />
              <span>
                {row.startTime.slice(5, MINUTE)} 至 {row.endTime.slice(5, MINUTE)}
              </span>
            </>
          ),
          picture: <Picture src={row.coverImg} alt={`${row.name}的封面`} />,
          title: row.name,
          below: `${liveSources[row.source]} · ${row.anchorName} · ${row.goodsCount} 件商品`,
          end: <ShowSwitch of={row} />,
          texts: row.lastError,
        })}
        add={liveRoom.save}
        addText="添加直播间"
        edit={liveRoom.update}
        remove={liveRoom.remove}
        mayEdit={({ source, roomId, liveStatus }) => source === 'channels' || !roomId || liveStatus === UPCOMING}
        mayRemove={({ roomId, liveStatus }) => !roomId || liveStatus !== LIVE}
        removeText="买家不再看得到，小程序直播间在微信里也会删除。"
        actions={(row) => <RoomActs of={row} onOpen={(as) => setOpened({ of: row, as })} />}
        tools={<Synchronize />}
        dialog={(row, close) => <RoomDialog row={row} onClose={close} />}
      />
      {opened && Panel && <Panel of={opened.of} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function ShowSwitch({ of: row }: { of: Room }) {
  return (
    <StatusSwitch
      name={`直播间「${row.name}」`}
      checked={row.isShow}
      route={liveRoom.update}
      body={(isShow) => bodyOf(row, isShow)}
      texts={['展示', '不展示']}
    />
  )
}

function RoomActs({ of: row, onOpen }: { of: Room; onOpen: (as: keyof typeof panels) => void }) {
  const { roomId, liveStatus, type, authUrl, name } = row
  const mayPush = useCan(liveRoom.pushUrl)
  if (!roomId)
    return (
      authUrl && (
        <RowAction reads onClick={() => onOpen('code')}>
          认证
        </RowAction>
      )
    )
  return (
    <>
      <RowAction reads onClick={() => onOpen('goods')}>
        商品
      </RowAction>
      <MoreActions
        name={name}
        of={[
          { label: '二维码', reads: true, onClick: () => onOpen('code') },
          type === 1 && mayPush && { label: '推流地址', onClick: () => onOpen('push') },
          liveStatus === OVER && { label: '回放', reads: true, onClick: () => onOpen('replay') },
        ]}
      />
    </>
  )
}

/** Whether buyers see a room changes nothing else of it. */
function bodyOf({ id, version, source, name, coverImg, startTime, endTime, anchorName }: Room, isShow: boolean) {
  const own = source === 'channels' ? 'channels' : 'local'
  return { id, version, source: own, name, coverImg, startTime, endTime, anchorName, isShow }
}

function Synchronize() {
  const sync = useWrite(liveRoom.synchronize, {
    onSuccess: ({ created, updated, total }) => showSuccess(`共 ${total} 个，新增 ${created}，更新 ${updated}`),
  })
  return (
    <Can do={liveRoom.synchronize}>
      <WriteButton of={sync} onClick={() => sync.mutate({})}>
        同步直播间
      </WriteButton>
    </Can>
  )
}
