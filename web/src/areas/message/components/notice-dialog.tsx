import {
  NOTICE_LENGTH,
  type Notice,
  NoticeDraft,
  notice,
  noticeTargetNames,
} from '@zhanggui/contract/message/notice.ts'
import { notifyLevelNames, notifyLevels } from '@zhanggui/domain/message/notify-event.ts'
import { Form, Radio, Switch } from 'antd'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { WireTimePicker } from '../../../kit/form/dates/wire-time-picker.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { RichTextEditor } from '../../../kit/rich-text/rich-text-editor.tsx'
import styles from './notice.module.css'
import { TargetSelect } from './target-select.tsx'

export function NoticeDialog({ row, onClose }: { row?: Notice; onClose: () => void }) {
  return (
    <FormDialog
      name="公告"
      add={notice.save}
      edit={notice.update}
      row={row}
      width={820}
      initial={{ level: 'info', targets: 'all', targetIds: [], pinned: false }}
      toBody={({ title, content, level, targets, targetIds, startTime, endTime, pinned }) => ({
        title,
        content,
        level,
        targets,
        startTime,
        endTime,
        pinned,
        targetIds: targets === 'all' ? [] : targetIds,
      })}
      onClose={onClose}
    >
      <Field of={NoticeDraft} name="title" />
      <Field of={NoticeDraft} name="content">
        <RichTextEditor maxLength={NOTICE_LENGTH} placeholder="请输入公告内容，可拖入或粘贴图片" />
      </Field>
      <div className={styles.times}>
        <Field of={NoticeDraft} name="level">
          <Radio.Group options={notifyLevels.map((value) => ({ value, label: notifyLevelNames[value] }))} />
        </Field>
        <Field of={NoticeDraft} name="pinned" valuePropName="checked">
          <Switch checkedChildren="是" unCheckedChildren="否" />
        </Field>
        <Field of={NoticeDraft} name="targets">
          <Radio.Group options={Object.entries(noticeTargetNames).map(([value, label]) => ({ value, label }))} />
        </Field>
        <Form.Item noStyle dependencies={['targets']}>
          {({ getFieldValue }) => {
            const targets = getFieldValue('targets')
            return (
              targets !== 'all' && (
                <Field of={NoticeDraft} name="targetIds">
                  <TargetSelect key={targets} of={targets} />
                </Field>
              )
            )
          }}
        </Form.Item>
        <Field of={NoticeDraft} name="startTime" extra="不填为发布后立即显示">
          <WireTimePicker />
        </Field>
        <Field of={NoticeDraft} name="endTime" extra="不填为一直显示">
          <WireTimePicker />
        </Field>
      </div>
    </FormDialog>
  )
}
