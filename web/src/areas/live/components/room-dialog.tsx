import { useQuery } from '@tanstack/react-query'
import { liveAnchor } from '@zhanggui/contract/live/live-anchor.ts'
import { liveRoom, type Room, RoomDraft } from '@zhanggui/contract/live/live-room.ts'
import { roomTypes } from '@zhanggui/domain/live/live.ts'
import { Form, Segmented, Select, Switch } from 'antd'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { WireTimePicker } from '../../../kit/form/dates/wire-time-picker.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { MaterialPicker } from '../../../kit/media/material-picker.tsx'
import { isKeptDraft } from '../model/live-words.ts'
import styles from './room.module.css'

const WIDTH = 820
const sources = [
  { value: 'channels', label: '视频号直播' },
  { value: 'local', label: '小程序直播' },
]
const types = Object.entries(roomTypes).map(([value, label]) => ({ value: Number(value), label }))
const switches = [
  ['closeLike', '关闭点赞'],
  ['closeGoods', '关闭货架'],
  ['closeComment', '关闭评论'],
  ['closeReplay', '关闭回放'],
  ['closeShare', '关闭分享'],
  ['closeKf', '关闭客服'],
] as const

/** The form of a room. What WeChat fixes with its making can be chosen once. */
export function RoomDialog({ row, onClose }: { row?: Room | undefined; onClose: () => void }) {
  const own = row && { ...row, source: row.source === 'channels' ? ('channels' as const) : ('local' as const) }
  return (
    <FormDialog
      name="直播间"
      width={WIDTH}
      add={liveRoom.save}
      edit={liveRoom.update}
      row={own}
      initial={{ source: 'channels', type: 0, isFeedsPublic: true, closeReplay: true, isShow: true, sort: 0 }}
      keptBy={isKeptDraft}
      toBody={withBlanks}
      onClose={onClose}
    >
      <Fields isNew={!row} isPushed={row?.roomId != null} />
    </FormDialog>
  )
}

function Fields({ isNew, isPushed }: { isNew: boolean; isPushed: boolean }) {
  const form = Form.useFormInstance()
  const source = Form.useWatch<string | undefined>('source')
  const isMini = source === 'local'
  return (
    <div className={styles.fields}>
      <Field
        of={RoomDraft}
        name="source"
        className={styles.whole}
        extra={
          isMini
            ? '微信已不再新开通小程序直播；已开通的账号先在设置里打开小程序直播接口'
            : '视频号里开播，小程序里点开就看，视频号和小程序须是同一主体或关联主体'
        }
      >
        <Segmented
          options={sources}
          disabled={!isNew}
          onChange={(next) => form.setFieldValue('closeReplay', next === 'channels')}
        />
      </Field>
      <Field of={RoomDraft} name="name" label={isMini ? '房间名' : '直播标题'} required extra="3～17 个汉字" />
      <Field of={RoomDraft} name="coverImg" extra={isMini ? '建议 1080×1920' : '建议 3:4'}>
        <MaterialPicker size={88} />
      </Field>
      <Field of={RoomDraft} name="startTime">
        <WireTimePicker />
      </Field>
      <Field of={RoomDraft} name="endTime" extra={isMini ? '30 分钟到 24 小时' : undefined}>
        <WireTimePicker />
      </Field>
      {isMini && <AnchorField />}
      <Field of={RoomDraft} name="anchorName" extra="2～15 个汉字" />
      {isMini ? <MiniFields isPushed={isPushed} /> : <ChannelsFields />}
      <Field of={RoomDraft} name="isShow" extra="买家在店里看得到">
        <Switch checkedChildren="展示" unCheckedChildren="不展示" />
      </Field>
      <Field of={RoomDraft} name="sort" extra="同一种状态里数字大的在前" />
    </div>
  )
}

function ChannelsFields() {
  return (
    <>
      <Field of={RoomDraft} name="finderUserName" required extra="sph 开头，在视频号助手首页查看" />
      <Field of={RoomDraft} name="feedId" extra="选填；微信基础库 2.19.2 之前的手机要用它打开" />
      <Field of={RoomDraft} name="closeReplay" label="播完就不再展示" extra="关掉后，播完仍作为回放展示">
        <Switch />
      </Field>
    </>
  )
}

function MiniFields({ isPushed }: { isPushed: boolean }) {
  return (
    <>
      <Field of={RoomDraft} name="anchorWechat" required />
      <Field of={RoomDraft} name="subAnchorWechat" extra={isPushed ? '创建后不能修改' : '选填，可以替主播操作'} />
      <Field of={RoomDraft} name="createrWechat" extra={isPushed ? '创建后不能修改' : '选填'} />
      <Field of={RoomDraft} name="type" extra={isPushed ? '创建后不能修改' : undefined}>
        <Segmented options={types} disabled={isPushed} />
      </Field>
      <Field of={RoomDraft} name="shareImg" extra="建议 800×640，不选就用封面图">
        <MaterialPicker size={88} />
      </Field>
      <Field of={RoomDraft} name="feedsImg" extra="建议 800×800，不选就用封面图；太大时自动压缩">
        <MaterialPicker size={88} />
      </Field>
      <div className={`${styles.whole} ${styles.switches}`}>
        <Field of={RoomDraft} name="isFeedsPublic" label="官方收录">
          <Switch />
        </Field>
        {switches.map(([name, label]) => (
          <Field key={name} of={RoomDraft} name={name} label={label}>
            <Switch />
          </Field>
        ))}
      </div>
    </>
  )
}

/** One of the anchors, who fills in name and WeChat number. */
function AnchorField() {
  const form = Form.useFormInstance()
  const allowed = useCan(liveAnchor.list)
  const { data, isFetching } = useQuery({
    ...read(liveAnchor.list, { query: { limit: 100, isShow: true }, silent: true }),
    enabled: allowed,
  })
  if (!allowed || !data?.list.length) return null
  const take = (id: number) => {
    const anchor = data.list.find((each) => each.id === id)
    if (anchor) form.setFieldsValue({ anchorName: anchor.name, anchorWechat: anchor.wechat })
  }
  return (
    <Form.Item label="选择主播" className={styles.whole} htmlFor="live-anchor">
      <Select
        id="live-anchor"
        placeholder="选常用的主播，填好下面的昵称和微信号"
        loading={isFetching}
        options={data.list.map(({ id, name, wechat }) => ({ value: id, label: `${name}（${wechat}）` }))}
        onChange={take}
      />
    </Form.Item>
  )
}

const blanks = ['shareImg', 'feedsImg', 'anchorWechat', 'subAnchorWechat', 'createrWechat', 'finderUserName', 'feedId']

/** What was emptied is sent as empty: what is left out would stay. */
const withBlanks = (typed: Record<string, unknown>) => ({
  ...Object.fromEntries(blanks.map((name) => [name, ''])),
  ...typed,
})
