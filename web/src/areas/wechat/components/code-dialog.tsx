import { ChannelCodeDraft, type ChannelCodeRow, channelCode } from '@zhanggui/contract/wechat/channel-code.ts'
import { wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { MAX_CODE_DAYS } from '@zhanggui/domain/wechat/channel-code.ts'
import { Form, Segmented, Switch } from 'antd'
import { useCan } from '../../../kit/access/can.tsx'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { ReplySelect } from './reply-select.tsx'
import { FanTagSelect } from './tag-select.tsx'

const KINDS = [
  { value: 2, label: '永久' },
  { value: 1, label: '临时' },
]
const SCENE_LENGTH = 8

/** A scene that nobody else has thought of. */
const newScene = () =>
  `c-${Array.from(crypto.getRandomValues(new Uint8Array(SCENE_LENGTH / 2)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** 新建渠道码, 编辑渠道码: scene and kind are in what is printed, so they stay. */
export function CodeDialog({ row, onClose }: { row?: ChannelCodeRow; onClose: () => void }) {
  const mayReplies = useCan(wechatReply.list)
  return (
    <FormDialog
      name="渠道码"
      title={row ? '编辑渠道码' : '新建渠道码'}
      add={channelCode.save}
      edit={channelCode.update}
      {...(row && { row: { ...row, days: undefined } })}
      initial={{ kind: 2, status: true, tagId: 0, replyId: 0, scene: newScene() }}
      toBody={({ scene, kind, days, ...typed }) => ({
        ...typed,
        ...(days ? { days } : {}),
        ...(!row && { scene, kind }),
      })}
      onClose={onClose}
    >
      <Field of={ChannelCodeDraft} name="name" extra="贴在哪、给谁用，只有店员看到" />
      {!row && (
        <>
          <Field of={ChannelCodeDraft} name="kind" extra="永久码一个公众号最多 10 万张，删了也不还">
            <Segmented options={KINDS} />
          </Field>
          <Field of={ChannelCodeDraft} name="scene" extra="写在码里，以后不能改" />
        </>
      )}
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) =>
          (row ? row.kind : getFieldValue('kind')) === 1 && (
            <Field
              of={ChannelCodeDraft}
              name="days"
              label={row ? '从现在起再用' : '有效天数'}
              required={!row}
              extra={row ? '填了会换一张新码，旧码到期前仍可用' : undefined}
            >
              <NumberInput min={1} max={MAX_CODE_DAYS} suffix="天" style={{ width: 160 }} />
            </Field>
          )
        }
      </Form.Item>
      <Field of={ChannelCodeDraft} name="tagId" extra="扫了这张码的粉丝自动打上">
        <FanTagSelect none="不打标签" />
      </Field>
      {mayReplies && (
        <Field of={ChannelCodeDraft} name="replyId" extra="扫码或由这张码关注时回答什么，先在自动回复里写好">
          <ReplySelect none="和其他粉丝一样" />
        </Field>
      )}
      <Field of={ChannelCodeDraft} name="status" extra="停用后仍计数，不再打标签，也不单独回复">
        <Switch checkedChildren="启用" unCheckedChildren="停用" />
      </Field>
    </FormDialog>
  )
}
