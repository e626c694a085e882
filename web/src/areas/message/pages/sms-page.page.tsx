import { type SmsTemplate, SmsTemplateDraft, SmsTestForm, sms } from '@zhanggui/contract/message/sms.ts'
import {
  type SmsPurposeKey,
  smsPurposeKeys,
  smsPurposeLabel,
  smsPurposes,
  smsResults,
  smsTemplateTypes,
} from '@zhanggui/domain/message/sms.ts'
import { Form, Input, Select, Tabs, Tag, Tooltip } from 'antd'
import { useId } from 'react'
import { useSearchParams } from 'react-router'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { openDialog } from '../../../kit/feedback/feedback.ts'
import { Field } from '../../../kit/form/field.tsx'
import { WriteForm } from '../../../kit/form/write-form.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { SmsSign } from '../components/sms-sign.tsx'

const types = Object.entries(smsTemplateTypes).map(([value, label]) => ({ value: Number(value), label }))
const purposes = smsPurposeKeys.map((key) => ({ value: key, label: smsPurposes[key].label }))
const results = Object.entries(smsResults).map(([value, label]) => ({ value: Number(value), label }))
const stateColors = { 待审: 'processing', 通过: 'success', 驳回: 'error' }
const labelOf = (options: readonly { value: number; label: string }[], value: number) =>
  options.find((option) => option.value === value)?.label ?? value

/** 短信管理: templates and their review by the provider, sent messages, the signature. */
export default function SmsPage() {
  const [mayLog, maySign] = [useCan(sms.logs), useCan(sms.modifySign)]
  const [search, setSearch] = useSearchParams()
  const tabs = [
    { key: 'templates', label: '短信模板', children: <Templates /> },
    ...(mayLog ? [{ key: 'logs', label: '发送记录', children: <Logs /> }] : []),
    ...(maySign ? [{ key: 'sign', label: '短信签名', children: <SmsSign /> }] : []),
  ]
  return (
    <>
      <PageHeader />
      <Tabs
        activeKey={tabs.find(({ key }) => key === search.get('tab'))?.key ?? 'templates'}
        onChange={(tab) => setSearch(tab === 'templates' ? {} : { tab }, { replace: true })}
        items={tabs}
      />
    </>
  )
}

function Templates() {
  const [mayCheck, mayTest] = [useCan(sms.applications), useCan(sms.test)]
  const check = useWrite(sms.applications, { message: '审核状态已更新' })
  return (
    <ListPage
      title=""
      empty="还没有短信模板"
      purpose="验证码、发货提醒这些短信的内容，先由短信平台审核再发送"
      list={useList(sms.templates)}
      filters={['title', { name: 'type', control: <Select allowClear placeholder="全部" options={types} /> }, 'status']}
      columns={[
        { name: 'tempId', title: '模板编号', width: 150 },
        { name: 'title', title: '模板名称', card: 'title' },
        { name: 'type', title: '类型', width: 90, render: ({ type }) => labelOf(types, type) },
        { name: 'tempKey', title: '用途', width: 170, render: ({ tempKey }) => smsPurposeLabel(tempKey) },
        { name: 'content', title: '模板内容', minWidth: 260 },
        {
          name: 'status',
          title: '审核状态',
          width: 100,
          render: ({ status, reason }) => (
            <Tooltip title={reason}>
              <Tag color={stateColors[status]}>{status}</Tag>
            </Tooltip>
          ),
        },
        { name: 'createTime', title: '申请时间', width: 170 },
      ]}
      add={sms.apply}
      dialog={(_, close) => <TemplateDialog onClose={close} />}
      tools={
        mayCheck && (
          <WriteButton of={check} onClick={() => check.mutate({ body: {} })}>
            核对审核状态
          </WriteButton>
        )
      }
      actions={(row) =>
        mayTest &&
        row.status === '通过' && (
          <RowAction onClick={() => openDialog<void>((done) => <TestDialog template={row} done={done} />)}>
            测试
          </RowAction>
        )
      }
    />
  )
}

function TemplateDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      name="短信模板"
      title="申请短信模板"
      add={sms.apply}
      edit={sms.apply}
      initial={{ type: 2 }}
      onClose={onClose}
    >
      <Field of={SmsTemplateDraft} name="title" />
      <Field of={SmsTemplateDraft} name="type">
        <Select options={types} />
      </Field>
      <PurposeAndContent />
    </FormDialog>
  )
}

function PurposeAndContent() {
  const key = Form.useWatch<SmsPurposeKey | undefined>('tempKey')
  const values = key && smsPurposes[key].values.map((name) => `\${${name}}`).join('、')
  return (
    <>
      <Field of={SmsTemplateDraft} name="tempKey" extra="系统按用途查找模板，同一用途用最新通过的；群发的短信不选">
        <Select allowClear showSearch={{ optionFilterProp: 'label' }} placeholder="不选" options={purposes} />
      </Field>
      <Field
        of={SmsTemplateDraft}
        name="content"
        extra={values ? `可用变量：${values}` : '变量用 \u0024{名称} 表示，如 \u0024{code}'}
      >
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Field>
    </>
  )
}

function TestDialog({ template, done }: { template: SmsTemplate; done: () => void }) {
  const [form] = Form.useForm<{ phone: string }>()
  const test = useWrite(sms.test, { form, once: true, message: '测试短信已交付发送，结果见发送记录', onSuccess: done })
  return (
    <Dialog
      title={`测试短信：${template.title}`}
      width={420}
      onCancel={done}
      onOk={form.submit}
      okText="发送"
      cancelText="取消"
      of={test}
    >
      <WriteForm
        form={form}
        name={useId()}
        layout="vertical"
        of={test}
        onFinish={({ phone }) => test.mutate({ body: { phone, tempId: template.tempId } })}
      >
        <p>{template.content}</p>
        <Field of={SmsTestForm} name="phone">
          <Input inputMode="tel" maxLength={32} />
        </Field>
      </WriteForm>
    </Dialog>
  )
}

function Logs() {
  return (
    <ListPage
      title=""
      empty="还没有发过短信"
      purpose="发出的每条短信和它到了没有"
      list={useList(sms.logs, { name: 'log' })}
      filters={[
        'phone',
        { name: 'resultCode', control: <Select allowClear placeholder="全部" options={results} /> },
        'createTime',
      ]}
      columns={[
        { name: 'phone', title: '手机号码', width: 130 },
        { name: 'content', title: '内容', minWidth: 260 },
        { name: 'template', title: '模板', width: 130 },
        {
          name: 'resultCode',
          title: '结果',
          width: 90,
          render: ({ resultCode }) => (
            <Tag color={resultCode === 100 ? 'success' : resultCode === 134 ? 'default' : 'error'}>
              {labelOf(results, resultCode)}
            </Tag>
          ),
        },
        { name: 'memo', title: '说明' },
        { name: 'bizId', title: '回执编号', hidden: true },
        { name: 'createTime', title: '发送时间', width: 170 },
      ]}
    />
  )
}
