import { SmsSignForm, sms } from '@zhanggui/contract/message/sms.ts'
import { Flex, Form, Input } from 'antd'
import { useId } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { WriteForm } from '../../../kit/form/write-form.tsx'
import styles from './sms-sign.module.css'

/** 短信签名: changing it takes a code sent to one of the shop's phones. */
export function SmsSign() {
  const [form] = Form.useForm<SmsSignForm>()
  const send = useWrite(sms.signCode, { form, message: '验证码已发送' })
  const modify = useWrite(sms.modifySign, { form, message: '签名修改成功', onSuccess: () => form.resetFields() })

  async function handleSend() {
    const { phone } = await form.validateFields(['phone'])
    send.mutate({ body: { phone } })
  }

  return (
    <WriteForm
      form={form}
      name={useId()}
      layout="vertical"
      className={styles.form}
      of={modify}
      onFinish={(body) => modify.mutate({ body })}
    >
      <Field of={SmsSignForm} name="sign" extra="须是服务商已审核通过的签名，不含【】" />
      <Field of={SmsSignForm} name="phone">
        <Input inputMode="tel" maxLength={32} />
      </Field>
      <Form.Item label="验证码" required>
        <Flex gap="small">
          <Form.Item name="code" noStyle rules={[{ required: true, pattern: /^\d{6}$/, message: '请输入6位验证码' }]}>
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={6} aria-label="验证码" />
          </Form.Item>
          <WriteButton of={send} onClick={() => handleSend().catch(() => undefined)}>
            发送验证码
          </WriteButton>
        </Flex>
      </Form.Item>
      <WriteButton type="primary" htmlType="submit" of={modify}>
        修改签名
      </WriteButton>
    </WriteForm>
  )
}
