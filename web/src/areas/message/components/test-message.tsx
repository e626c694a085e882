import { buyerMessage, TestMessageForm } from '@zhanggui/contract/wechat/buyer-message.ts'
import { type MessageChannel, messageChannels } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { Button, Form, Input } from 'antd'
import { useId } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { openDialog } from '../../../kit/feedback/feedback.ts'
import { Field } from '../../../kit/form/field.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { WriteForm } from '../../../kit/form/write-form.tsx'

type Tested = { id: number; detailType: MessageChannel }

/** 发送测试: made-up values to a person, at once. */
export function TestMessage({ disabled, ...tested }: Tested & { disabled: boolean }) {
  return (
    <Button disabled={disabled} onClick={() => openDialog<void>((done) => <TestDialog {...tested} done={done} />)}>
      发送测试
    </Button>
  )
}

function TestDialog({ id, detailType, done }: Tested & { done: () => void }) {
  const [form] = Form.useForm<{ uid?: number; phone?: string }>()
  const test = useWrite(buyerMessage.test, { form, once: true, message: '测试通知已发出', onSuccess: done })
  return (
    <Dialog
      title={`发送测试：${messageChannels[detailType]}`}
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
        onFinish={(typed) => test.mutate({ body: { ...typed, id, detailType } })}
      >
        {detailType === 'sms' ? (
          <Field of={TestMessageForm} name="phone" required>
            <Input inputMode="tel" maxLength={32} />
          </Field>
        ) : (
          <Field of={TestMessageForm} name="uid" required extra="收到的内容是示例；小程序还需这位用户允许过这条消息">
            <NumberInput style={{ width: '100%' }} />
          </Field>
        )}
      </WriteForm>
    </Dialog>
  )
}
