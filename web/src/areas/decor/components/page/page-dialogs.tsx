import { useQuery } from '@tanstack/react-query'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { pageTemplate } from '@zhanggui/contract/decor/page-template.ts'
import { MAX_PAGE_NAME, pageTerminals } from '@zhanggui/domain/decor/page.ts'
import { Form, Input, Segmented, Skeleton, Table } from 'antd'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { showWarning } from '../../../../kit/feedback/feedback.ts'
import { DateRange } from '../../../../kit/form/dates/date-range.tsx'
import { EmptyBlock, FailedBlock } from '../../../../kit/page/block-state.tsx'

/** 复制: a new draft, for the same terminal or another one. */
export function CopyPageDialog({
  id,
  name = '',
  terminal = 3,
  onCopied,
  onClose,
}: {
  id: number
  name?: string
  terminal?: 1 | 2 | 3
  onCopied?: (id: number) => void
  onClose: () => void
}) {
  const [form] = Form.useForm<{ name: string; terminal: 1 | 2 | 3 }>()
  const copy = useWrite(decorPage.copy, {
    form,
    once: true,
    message: '已复制',
    onSuccess: (answer) => {
      if (answer.dropped.length) showWarning(`这个终端没有，没有复制：${answer.dropped.join('、')}`)
      onCopied?.(answer.id)
      onClose()
    },
  })
  return (
    <Dialog
      title="复制页面"
      asks
      width={480}
      okText="复制"
      cancelText="取消"
      of={copy}
      onCancel={onClose}
      onOk={form.submit}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ name: `${name.slice(0, MAX_PAGE_NAME - 3)}-副本`, terminal }}
        onFinish={(typed) =>
          copy.mutate({ params: { id }, body: { name: typed.name.trim(), terminal: typed.terminal } })
        }
      >
        <Form.Item
          name="name"
          label="页面名称"
          rules={[{ required: true, whitespace: true, message: '请输入页面名称' }]}
        >
          <Input maxLength={MAX_PAGE_NAME} />
        </Form.Item>
        <Form.Item name="terminal" label="终端">
          <Segmented options={([3, 1, 2] as const).map((value) => ({ value, label: pageTerminals[value] }))} />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

/** 另存为模板. */
export function TemplateDialog({
  id,
  name,
  before,
  onClose,
}: {
  id: number
  name: string
  before?: () => Promise<boolean>
  onClose: () => void
}) {
  const [form] = Form.useForm<{ name: string }>()
  const save = useWrite(pageTemplate.save, { form, once: true, message: '已另存为模板', onSuccess: onClose })
  return (
    <Dialog
      title="另存为模板"
      asks
      width={480}
      okText="保存"
      cancelText="取消"
      of={save}
      onCancel={onClose}
      onOk={form.submit}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ name }}
        onFinish={async (typed) => {
          if (!before || (await before())) save.mutate({ body: { pageId: id, name: typed.name.trim() } })
        }}
      >
        <Form.Item
          name="name"
          label="模板名称"
          rules={[{ required: true, whitespace: true, message: '请输入模板名称' }]}
        >
          <Input maxLength={30} />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

/** 数据: how often a page was opened, and what of it was touched. */
export function StatDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const [dateLimit, setDateLimit] = useState<string[] | undefined>(['lately7'])
  const { data, error, refetch } = useQuery(
    read(decorPage.stat, { params: { id }, query: { dateLimit: dateLimit as never } }),
  )
  return (
    <Dialog title={`「${name}」的数据`} width={640} footer={null} onCancel={onClose}>
      <DateRange value={dateLimit as never} onChange={(next) => setDateLimit(next as string[] | undefined)} />
      {error ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton active />
      ) : !data.days.length ? (
        <EmptyBlock text="这段时间没有人打开过" more="页面发布后，买家每次打开和点击都记在这里" />
      ) : (
        <>
          <Table
            size="small"
            rowKey="day"
            pagination={false}
            scroll={{ y: 220 }}
            dataSource={data.days}
            columns={[
              { title: '日期', dataIndex: 'day' },
              { title: '浏览量', dataIndex: 'views', align: 'right' },
              { title: '点击量', dataIndex: 'clicks', align: 'right' },
            ]}
          />
          <Table
            size="small"
            rowKey="componentId"
            pagination={false}
            scroll={{ y: 220 }}
            style={{ marginTop: 12 }}
            dataSource={data.components}
            columns={[
              { title: '组件', render: (_, row) => row.name || '已删除的组件' },
              { title: '曝光量', dataIndex: 'views', align: 'right' },
              { title: '点击量', dataIndex: 'clicks', align: 'right' },
            ]}
          />
        </>
      )}
    </Dialog>
  )
}
