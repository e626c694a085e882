import { useQuery } from '@tanstack/react-query'
import {
  misfireNames,
  misfires,
  type ScheduledJob,
  ScheduledJobDraft,
  scheduledJob,
} from '@zhanggui/contract/work/scheduled-job.ts'
import { Form, Input, Select, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { read } from '../../../api/read.ts'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import styles from './scheduled-job-dialog.module.css'

const DEBOUNCE_MS = 400

export function ScheduledJobDialog({ row, onClose }: { row?: ScheduledJob; onClose: () => void }) {
  const beans = useQuery(read(scheduledJob.beans))
  return (
    <FormDialog
      name="定时任务"
      width={640}
      add={scheduledJob.save}
      edit={scheduledJob.update}
      row={row}
      initial={{ cronExpression: '0 0 3 * * ?', misfire: 'run_once', timeoutSec: 600, retry: 0, alarm: true }}
      toBody={({ params, ...typed }) => ({ ...typed, params: readParams(params) ?? {} })}
      onClose={onClose}
    >
      <Field of={ScheduledJobDraft} name="jobName" />
      <Field of={ScheduledJobDraft} name="beanName">
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="请选择"
          loading={beans.isPending}
          disabled={row?.builtin}
          options={beans.data?.map(({ name, title }) => ({ value: name, label: `${title}（${name}）` }))}
        />
      </Field>
      <Field of={ScheduledJobDraft} name="cronExpression" extra={<NextTimes />} />
      <Field
        of={ScheduledJobDraft}
        name="params"
        rules={[
          {
            validator: async (_rule, value) => {
              if (readParams(value) === undefined) throw new Error('参数应为 JSON 对象，例如 {"days": 30}')
            },
          },
        ]}
      >
        <ParamsInput />
      </Field>
      <div className={styles.row}>
        <Field of={ScheduledJobDraft} name="misfire">
          <Select options={misfires.map((value) => ({ value, label: misfireNames[value] }))} />
        </Field>
        <Field of={ScheduledJobDraft} name="timeoutSec" />
        <Field of={ScheduledJobDraft} name="retry" />
      </div>
      <Field of={ScheduledJobDraft} name="alarm" valuePropName="checked" extra="失败时通知有权查看定时任务的人">
        <Switch checkedChildren="开" unCheckedChildren="关" />
      </Field>
      <Field of={ScheduledJobDraft} name="remark" />
    </FormDialog>
  )
}

/** The next five times of the expression in the field, or that it is not valid. */
function NextTimes() {
  const typed: string = Form.useWatch('cronExpression') ?? ''
  const expr = useSettled(typed.trim())
  const times = useQuery({
    ...read(scheduledJob.cron, { query: { expr }, silent: true }),
    enabled: expr !== '',
    retry: false,
  })
  if (!expr) return '秒 分 时 日 月 周，例如 0 0 3 * * ? 为每天3点'
  if (times.isError) return <span className={styles.wrong}>Cron表达式不正确，应为：秒 分 时 日 月 周</span>
  return times.data ? `接下来：${times.data.join('，')}` : ' '
}

/** The text, once typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Parameters as JSON text. */
function ParamsInput({ value, onChange, id }: { id?: string; value?: unknown; onChange?: (typed: string) => void }) {
  const written = value && Object.keys(value).length ? JSON.stringify(value) : ''
  return (
    <Input.TextArea
      id={id}
      autoSize={{ minRows: 1, maxRows: 6 }}
      maxLength={2000}
      placeholder="JSON 对象，没有则留空"
      value={typeof value === 'string' ? value : written}
      onChange={(event) => onChange?.(event.target.value)}
    />
  )
}

/** Undefined for a text that is not a JSON object; an object is returned unchanged. */
function readParams(typed: unknown): object | undefined {
  if (typed === undefined || typed === null || typed === '') return {}
  try {
    const value: unknown = typeof typed === 'string' ? JSON.parse(typed) : typed
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
