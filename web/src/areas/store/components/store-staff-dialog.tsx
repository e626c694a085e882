import { useQuery } from '@tanstack/react-query'
import { pickup } from '@zhanggui/contract/order/pickup.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { StoreStaffDraft, type StoreStaffRow, storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { type WechatUserRow, wechatUser } from '@zhanggui/contract/wechat/wechat-user.ts'
import { Form, Input, Select, Switch } from 'antd'
import { Link } from 'react-router'
import { read } from '../../../api/read.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { RemoteSelect } from '../../../kit/form/remote-select.tsx'
import { useAllStaff } from './all-staff.ts'
import { StoreSelect } from './store-select.tsx'

const WIDTH = 540
const NOT_STAFF = { bound: true, notStaff: true }

type Props = {
  row?: StoreStaffRow | undefined
  /** The store whose staff is shown: new staff work there. */
  storeId?: number | undefined
  known: readonly { id: number; name: string }[]
  onClose: () => void
}

/** Adds somebody to the staff of a store, or edits them. */
export function StoreStaffDialog({ row, storeId, known, onClose }: Props) {
  const mayGive = [useCan(storeStaff.allow), useCan(pickup.verify)].every(Boolean)
  return (
    <FormDialog
      name="店员"
      title={row ? '修改店员' : '添加店员'}
      width={WIDTH}
      add={storeStaff.save}
      edit={storeStaff.update}
      row={row}
      initial={{ storeId, verifyStatus: mayGive, status: true, notify: true }}
      describe={{
        storeId: (id) => known.find((one) => one.id === id)?.name ?? `编号 ${id}`,
        uid: (uid) => (uid && uid === row?.uid ? row.user?.nickname : uid ? `ID ${uid}` : '未选择'),
        adminId: (id) => <AdminName id={id as number | undefined} />,
        verifyStatus: (may) => (may ? '可核销' : '不可核销'),
        notify: (told) => (told ? '接收' : '不接收'),
        status: (works) => (works ? '启用' : '停用'),
      }}
      toBody={({ phone, ...typed }) => ({ ...typed, phone: phone || undefined })}
      onClose={onClose}
    >
      <Fields row={row} known={known} />
    </FormDialog>
  )
}

function Fields({ row, known }: Pick<Props, 'row' | 'known'>) {
  const form = Form.useFormInstance()
  const storeId = Form.useWatch<number | undefined>('storeId', form)
  const maySwitch = useCan(storeStaff.allow)
  const switched = maySwitch ? '' : '，由有「状态」权限的人修改'
  return (
    <>
      <Field of={StoreStaffDraft} name="storeId">
        <StoreSelect known={row ? [row.store, ...known] : known} placeholder="请选择所属门店" />
      </Field>
      <Field of={StoreStaffDraft} name="uid" extra="在小程序核销；用户登录过小程序或公众号后可选">
        <RemoteSelect<WechatUserRow>
          of={wechatUser.list}
          fixed={NOT_STAFF}
          idOf={({ uid }) => uid}
          nameOf={({ uid, nickname, phone }) => `${nickname || '微信用户'}（ID ${uid}${phone && `，${phone}`}）`}
          known={row?.user ? [{ id: row.user.uid, name: row.user.nickname }] : []}
          placeholder="请选择用户"
        />
      </Field>
      <Field
        of={StoreStaffDraft}
        name="adminId"
        dependencies={['uid']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, id) => {
              if (!id && !getFieldValue('uid')) throw new Error('请选择店员账号')
            },
          }),
        ]}
        extra={
          <>
            在后台核销{' '}
            <Can do={adminUser.save}>
              <Link to="/system/admin">新建账号</Link>
            </Can>
          </>
        }
      >
        <AdminSelect
          storeId={storeId}
          row={row}
          onName={(name) => form.getFieldValue('staffName') || form.setFieldValue('staffName', name)}
        />
      </Field>
      <Field of={StoreStaffDraft} name="staffName" />
      <Field of={StoreStaffDraft} name="phone">
        <Input maxLength={32} inputMode="numeric" autoComplete="off" allowClear />
      </Field>
      <Field of={StoreStaffDraft} name="verifyStatus" extra={`可核销这家门店的订单${switched}`}>
        <Switch checkedChildren="可核销" unCheckedChildren="不可" disabled={!maySwitch} />
      </Field>
      <Field of={StoreStaffDraft} name="notify" extra="这家门店有新的自提订单、催单、核销或售后时，在后台收到消息" />
      <Field of={StoreStaffDraft} name="status" extra={`停用后，该账号看不到这家门店${switched}`}>
        <Switch disabled={!maySwitch} />
      </Field>
    </>
  )
}

type AdminSelectProps = {
  id?: string
  value?: number
  onChange?: (id: number | undefined) => void
  storeId: number | undefined
  row: StoreStaffRow | undefined
  /** Receives the name of the account chosen. */
  onName: (name: string) => void
}

/** Selects an account of the console; not those who work in the store already. */
function AdminSelect({ storeId, row, onName, onChange, ...props }: AdminSelectProps) {
  const { data = [], isPending } = useQuery(read(adminUser.all, { silent: true }))
  const there = new Set(
    useAllStaff()
      .filter((one) => one.storeId === storeId && one.id !== row?.id)
      .map(({ adminId }) => adminId),
  )
  const options = data.map(({ id, nickName }) => {
    const taken = there.has(id)
    return { value: id, label: taken ? `${nickName}（已是店员）` : nickName, disabled: taken }
  })
  const own = row?.admin
  if (own && !isPending && !data.some(({ id }) => id === own.id))
    options.push({ value: own.id, label: own.username, disabled: false })
  return (
    <Select
      {...props}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isPending}
      placeholder="请选择后台账号"
      options={options}
      onChange={(id: number | undefined) => {
        onChange?.(id)
        const name = data.find((one) => one.id === id)?.nickName
        if (name) onName(name)
      }}
      // An id whose name has not loaded would be shown as a number.
      value={isPending ? undefined : props.value}
    />
  )
}

function AdminName({ id }: { id: number | undefined }) {
  const { data = [] } = useQuery(read(adminUser.all, { silent: true }))
  return data.find((one) => one.id === id)?.nickName ?? '未选择'
}
