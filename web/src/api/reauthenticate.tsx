import { auth } from '@zhanggui/contract/auth.ts'
import { Alert, Form, Input, Modal } from 'antd'
import { openDialog } from '../kit/feedback.ts'
import { rulesOf } from '../kit/form-rules.ts'
import { useWrite } from './use-write.ts'

let pending: Promise<boolean> | undefined

/**
 * Asks for the password in the dialog 安全验证; several calls at once share one dialog (system chapter, 2.8).
 * @returns whether it was given; false when staff thought better of it
 */
export function reauthenticate(): Promise<boolean> {
  pending ??= openDialog<boolean>((done) => <ReauthDialog done={done} />).finally(() => {
    pending = undefined
  })
  return pending
}

function ReauthDialog({ done }: { done: (passed: boolean) => void }) {
  const [form] = Form.useForm<{ password: string }>()
  const reauth = useWrite(auth.reauth, { form, onSuccess: () => done(true), onError: () => form.resetFields() })
  return (
    <Modal
      open
      title="安全验证"
      okText="确定"
      cancelText="取消"
      width={400}
      confirmLoading={reauth.isPending}
      onOk={form.submit}
      onCancel={() => done(false)}
    >
      <Form form={form} layout="vertical" onFinish={(body) => reauth.mutate({ body })}>
        <Alert type="info" showIcon title="此操作较为敏感，请输入登录密码确认是您本人" style={{ marginBottom: 16 }} />
        <Form.Item name="password" label="登录密码" rules={rulesOf(auth.reauth.body.properties.password)}>
          <Input.Password autoFocus autoComplete="current-password" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
