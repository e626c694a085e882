import { type Team, team } from '@zhanggui/contract/combination/team.ts'
import { Button, Form } from 'antd'
import { useId } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { WriteForm } from '../../../kit/form/write-form.tsx'
import { missingOf } from '../model/team-words.ts'

const { body: Body } = team.finish

/** 提前成团: the places that are missing are filled, with a reason. */
export function FinishDialog({ of, onClose }: { of: Team; onClose: () => void }) {
  const [form] = Form.useForm<{ reason: string }>()
  const finish = useWrite(team.finish, { form, once: true, message: '已成团，订单可以发货', onSuccess: onClose })
  const missing = missingOf(of)
  return (
    <Dialog
      title={`提前成团：团 ${of.id}`}
      asks
      width={480}
      onCancel={() => !finish.isPending && onClose()}
      footer={[
        <Button key="cancel" disabled={finish.isPending} onClick={onClose}>
          不成团
        </Button>,
        <WriteButton key="ok" type="primary" of={finish} onClick={form.submit}>
          补 {missing} 人成团
        </WriteButton>,
      ]}
    >
      <p>
        「{of.title}」已有 {of.memberCount} 人付款，还差 {missing} 人。补齐后马上成团，{of.memberCount}{' '}
        单转待发货，买家收到成团通知，不能撤回。
      </p>
      <WriteForm
        form={form}
        name={useId()}
        layout="vertical"
        of={finish}
        onFinish={({ reason }) => finish.mutate({ body: { id: of.id, reason } })}
      >
        <Field of={Body} name="reason" extra="记在操作记录里，买家看不到" />
      </WriteForm>
    </Dialog>
  )
}
