import MinusCircleOutlined from '@ant-design/icons/es/icons/MinusCircleOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type Webhook, WebhookDraft, webhook } from '@zhanggui/contract/message/webhook.ts'
import { webhookEventLabel, webhookEvents } from '@zhanggui/domain/message/webhook.ts'
import { Button, Flex, Form, Input, Select } from 'antd'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { showSecret } from '../../../kit/dialog/show-secret.tsx'
import { Field } from '../../../kit/form/field.tsx'

const MAX_HEADERS = 10

export const eventOptions = Object.entries(webhookEvents).map(([value, label]) => ({ value, label }))

export function WebhookDialog({ row, onClose }: { row?: Webhook; onClose: () => void }) {
  return (
    <FormDialog
      name="Webhook"
      width={640}
      add={webhook.save}
      edit={webhook.update}
      row={row}
      initial={{ status: true }}
      describe={{
        events: (events) => ((events ?? []) as string[]).map(webhookEventLabel).join('、'),
        headers: (headers) => ((headers ?? []) as { name: string }[]).map(({ name }) => name).join('、'),
      }}
      onAdded={({ secret }) =>
        showSecret({
          title: '签名密钥',
          hint: '签名密钥只显示这一次，请保存到接收方，用来校验请求头 X-Webhook-Signature。',
          secret,
        })
      }
      onClose={onClose}
    >
      <Field of={WebhookDraft} name="name" />
      <Field of={WebhookDraft} name="url" extra="须以 https:// 开头；内网地址须先在安全设置中允许">
        <Input maxLength={500} inputMode="url" placeholder="https://" allowClear />
      </Field>
      <Field of={WebhookDraft} name="events">
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="请选择"
          options={eventOptions}
        />
      </Field>
      <Field of={WebhookDraft} name="secret" extra={row ? '留空则不修改' : '留空则自动生成'}>
        <Input.Password maxLength={100} autoComplete="new-password" />
      </Field>
      <Form.Item label="自定义请求头" extra={row?.headers.length ? '值不显示，保持 •••••• 则不修改' : undefined}>
        <Headers />
      </Form.Item>
      <Field of={WebhookDraft} name="status" />
    </FormDialog>
  )
}

function Headers() {
  return (
    <Form.List name="headers">
      {(fields, { add, remove }) => (
        <Flex vertical gap="small" align="start">
          {fields.map(({ key, name }) => (
            <Flex key={key} gap="small" align="start" style={{ width: '100%' }}>
              <Form.Item
                name={[name, 'name']}
                style={{ flex: 2, marginBottom: 0 }}
                rules={[{ required: true, message: '请输入名称' }]}
              >
                <Input maxLength={64} placeholder="名称" aria-label={`请求头${name + 1}的名称`} />
              </Form.Item>
              <Form.Item
                name={[name, 'value']}
                style={{ flex: 3, marginBottom: 0 }}
                rules={[{ required: true, message: '请输入值' }]}
              >
                <Input maxLength={500} placeholder="值" aria-label={`请求头${name + 1}的值`} />
              </Form.Item>
              <Button
                type="text"
                icon={<MinusCircleOutlined aria-hidden />}
                aria-label={`删除请求头${name + 1}`}
                onClick={() => remove(name)}
              />
            </Flex>
          ))}
          {fields.length < MAX_HEADERS && (
            <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add({ name: '', value: '' })}>
              添加请求头
            </Button>
          )}
        </Flex>
      )}
    </Form.List>
  )
}
