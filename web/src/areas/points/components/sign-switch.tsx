import { useQuery } from '@tanstack/react-query'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { Switch } from 'antd'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan, useReadOnly } from '../../../kit/access/can.tsx'
import { Greyed } from '../../../kit/access/greyed.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'

const params = { group: 'marketing' }

/** 签到开关, for staff who may save the settings it belongs to. */
export function SignSwitch() {
  const mayRead = useCan(setting.groups)
  const groups = useQuery({ ...read(setting.groups, { silent: true }), enabled: mayRead })
  const maySave = groups.data?.some(({ name, canSave }) => name === params.group && canSave) ?? false
  const { data } = useQuery({ ...read(setting.info, { params, silent: true }), enabled: maySave })
  const save = useWrite(setting.save, { message: '保存成功' })
  const readOnly = useReadOnly(setting.save)
  if (!maySave || !data) return null
  const isOpen = data.values.sign_switch === true

  async function handleChange(next: boolean) {
    const asked = next
      ? { content: '开启每日签到？', okText: '开启' }
      : { content: '关闭每日签到？关闭后买家不能签到，已得的积分不变。', okText: '关闭' }
    const version = data?.version
    if (version === undefined || !(await confirm(asked))) return
    save.mutate({ params, body: { values: { sign_switch: next }, version } })
  }

  return (
    <Greyed why={readOnly}>
      <Switch
        checked={isOpen}
        loading={save.isPending}
        onChange={handleChange}
        checkedChildren="签到已开启"
        unCheckedChildren="签到已关闭"
        aria-label="签到开关"
      />
    </Greyed>
  )
}
