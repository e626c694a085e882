import { useQuery } from '@tanstack/react-query'
import { FanMessage, FanRemark, fan } from '@zhanggui/contract/wechat/fan.ts'
import { FanTagDraft, fanTag } from '@zhanggui/contract/wechat/fan-tag.ts'
import type { WechatUserRow } from '@zhanggui/contract/wechat/wechat-user.ts'
import { Button, Flex, Form, Input, Segmented, Table } from 'antd'
import { useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'
import { showSuccess } from '../../../kit/feedback/feedback.ts'
import { Field } from '../../../kit/form/field.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { FanTagSelect } from './tag-select.tsx'

type Props = { row: WechatUserRow; onClose: () => void }

/** 备注名: what staff call a fan. */
export function RemarkDialog({ row, onClose }: Props) {
  return (
    <FormDialog
      name="备注名"
      width={440}
      add={fan.remark}
      edit={fan.remark}
      row={{ id: row.id, remark: row.remark }}
      onClose={onClose}
    >
      <Field of={FanRemark} name="remark" extra="同时写到公众号后台，最多 29 个字" />
    </FormDialog>
  )
}

/** 发消息: WeChat takes it for some time after the fan wrote or did something. */
export function MessageDialog({ row, onClose }: Props) {
  return (
    <FormDialog
      name="消息"
      title={`给「${row.nickname}」发消息`}
      act="发送"
      message="已发送"
      once
      add={fan.message}
      edit={fan.message}
      row={{ id: row.id, content: '' }}
      onClose={onClose}
    >
      <Field
        of={FanMessage}
        name="content"
        extra="对方 48 小时内说过话可发 5 条；刚关注、扫码或点菜单后 1 分钟内可发 3 条"
      >
        <Input.TextArea rows={5} maxLength={600} showCount />
      </Field>
    </FormDialog>
  )
}

/** 打标签: a tag for the chosen fans, put on or taken off. */
export function TaggingDialog({ ids, onClose }: { ids: readonly number[]; onClose: () => void }) {
  const [tagId, setTagId] = useState<number>()
  const [on, setOn] = useState(true)
  const [tried, setTried] = useState(false)
  const isMissing = tried && tagId === undefined
  const batch = useWrite(fanTag.batch, {
    onSuccess: ({ done, skipped }) => {
      showSuccess(`${done} 位粉丝已处理${skipped ? `，${skipped} 位已取消关注而跳过` : ''}`)
      onClose()
    },
  })
  return (
    <Dialog
      title={`给 ${ids.length} 位粉丝打标签`}
      width={440}
      of={batch}
      okText={on ? '打上标签' : '去掉标签'}
      onOk={() => {
        setTried(true)
        if (tagId !== undefined) batch.mutate({ body: { tagId, ids: [...ids], on } })
      }}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="做什么">
          <Segmented<boolean>
            value={on}
            onChange={setOn}
            options={[
              { value: true, label: '打上标签' },
              { value: false, label: '去掉标签' },
            ]}
          />
        </Form.Item>
        <Form.Item
          label="标签"
          required
          help={isMissing ? '请选择标签' : undefined}
          validateStatus={isMissing ? 'error' : ''}
        >
          <FanTagSelect placeholder="请选择标签" value={tagId ?? null} onChange={setTagId} aria-label="标签" />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

type Tag = { id: number; name: string }

/** 标签管理: the tags that the official account has. */
export function TagsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch, isFetching } = useQuery(read(fanTag.list, { silent: true }))
  const [editing, setEditing] = useState<{ row?: Tag }>()
  const remove = useWrite(fanTag.remove, { message: '删除成功' })
  async function handleRemove({ id, name }: Tag) {
    if (await confirmDelete(`删除标签「${name}」？会从所有粉丝身上去掉。`)) remove.mutate({ params: { id } })
  }
  // In place of the list, not above it: one dialog at a time.
  if (editing)
    return (
      <FormDialog
        name="标签"
        width={420}
        add={fanTag.save}
        edit={fanTag.update}
        {...(editing.row && { row: editing.row })}
        onClose={() => setEditing(undefined)}
      >
        <Field of={FanTagDraft} name="name" />
      </FormDialog>
    )
  return (
    <Dialog title="标签管理" width={560} footer={null} onCancel={onClose}>
      <Flex justify="space-between" align="center" gap={8} style={{ marginBottom: 12 }}>
        <span>公众号最多 100 个标签</span>
        <Button onClick={() => setEditing({})}>新增标签</Button>
      </Flex>
      {error && !data ? (
        <FailedBlock error={error} onRetry={refetch} />
      ) : (
        <Table
          rowKey="id"
          size="small"
          pagination={false}
          scroll={{ y: 360 }}
          loading={{ spinning: isFetching, delay: 200 }}
          dataSource={data ?? []}
          locale={{ emptyText: <EmptyBlock text="还没有标签" /> }}
          columns={[
            { title: '标签', dataIndex: 'name' },
            { title: '粉丝', dataIndex: 'count', width: 90, align: 'right' },
            {
              title: '操作',
              width: 130,
              render: (_, row) => (
                <>
                  <RowAction onClick={() => setEditing({ row })}>改名</RowAction>
                  <RowAction danger onClick={() => handleRemove(row)}>
                    删除
                  </RowAction>
                </>
              ),
            },
          ]}
        />
      )}
    </Dialog>
  )
}
