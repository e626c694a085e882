import { productReply, type Reply, ReplyComment } from '@zhanggui/contract/product/product-reply.ts'
import { Button, Flex, Form, Input, Rate, Typography } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../../api/use-write.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import { Field } from '../../../../kit/form/field.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { useDict } from '../../../setting/shared/dictionary.ts'

const MAX = 300

/** 回复评论: one answer to one or several replies. Render it only while it is open. */
export function ReplyAnswer({ rows, onClose }: { rows: readonly Reply[]; onClose: () => void }) {
  const [form] = Form.useForm<{ merchantReplyContent: string }>()
  const [dirty, setDirty] = useState(false)
  useDirtyGuard(dirty)
  const phrases = useDict('reply_phrases')?.reply_phrases.filter(({ enabled }) => enabled) ?? []
  const save = useWrite(productReply.comment, { form, message: '回复成功', onSuccess: onClose })
  const [only] = rows.length === 1 ? rows : []

  async function handleCancel() {
    if (!dirty || (await confirm({ content: '有未保存的修改，离开吗？', okText: '离开' }))) onClose()
  }
  function handlePhrase(phrase: string) {
    const typed: string = form.getFieldValue('merchantReplyContent') ?? ''
    form.setFieldValue('merchantReplyContent', [...`${typed}${phrase}`].slice(0, MAX).join(''))
    form.validateFields(['merchantReplyContent']).catch(() => undefined)
    setDirty(true)
  }

  return (
    <Dialog
      title={only ? '回复评论' : `批量回复 ${rows.length} 条评论`}
      okText="确认"
      cancelText="取消"
      of={save}
      onOk={form.submit}
      onCancel={handleCancel}
    >
      {only && (
        <Typography.Paragraph>
          <b>{only.storeProduct.storeName}</b> {only.sku}
          <br />
          <Rate disabled value={only.star} aria-label={`${only.star} 分`} style={{ fontSize: 14 }} />{' '}
          <Typography.Text type="secondary">
            {only.nickname}：{only.comment}
          </Typography.Text>
        </Typography.Paragraph>
      )}
      <WriteForm
        form={form}
        layout="vertical"
        of={save}
        initialValues={{ merchantReplyContent: only?.merchantReplyContent }}
        onValuesChange={() => setDirty(true)}
        onFinish={({ merchantReplyContent }) =>
          save.mutate({ body: { ids: rows.map(({ id }) => id), merchantReplyContent } })
        }
      >
        <Field of={ReplyComment} name="merchantReplyContent">
          <Input.TextArea
            maxLength={MAX}
            showCount
            autoSize={{ minRows: 4, maxRows: 8 }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
            }}
          />
        </Field>
      </WriteForm>
      {phrases.length > 0 && (
        <Flex vertical gap={8} align="start" role="group" aria-label="快捷回复">
          <Typography.Text type="secondary">快捷回复</Typography.Text>
          {phrases.map(({ value, label }) => (
            <Button
              key={value}
              style={{ height: 'auto', paddingBlock: 4, whiteSpace: 'normal', textAlign: 'start' }}
              onClick={() => handlePhrase(label)}
            >
              {label}
            </Button>
          ))}
        </Flex>
      )}
    </Dialog>
  )
}
