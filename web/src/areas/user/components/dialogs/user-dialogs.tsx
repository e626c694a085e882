import {
  clearable,
  FundsChange,
  shopUser,
  UserChange,
  UserDraft,
  type UserInfo,
  type UserRow,
} from '@zhanggui/contract/user/shop-user.ts'
import { Checkbox, Form, Input, Segmented, Select, Switch } from 'antd'
import { Facts } from '../../../../kit/detail/parts.tsx'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { WireDayPicker } from '../../../../kit/form/dates/wire-day-picker.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { nameOf, sexOptions } from '../../model/words.ts'
import { GroupSelect, LevelSelect, TagSelect, UserSelect } from '../selects.tsx'

type Props = { user: UserRow; onClose: () => void }

/** 添加用户: somebody who stands at the counter or phones. */
export function UserAddDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (id: number) => void }) {
  return (
    <FormDialog
      name="用户"
      title="添加用户"
      width={480}
      add={shopUser.save}
      edit={shopUser.update}
      onAdded={({ id }) => onAdded(id)}
      onClose={onClose}
    >
      <Field of={UserDraft} name="phone" />
      <Field of={UserDraft} name="nickname" />
      <Field of={UserDraft} name="groupId">
        <GroupSelect placeholder="不分组" />
      </Field>
    </FormDialog>
  )
}

/** 编辑用户: what staff keep of a customer. Identity number and address stay unless typed anew. */
export function UserEditDialog({ user, onClose }: { user: UserInfo; onClose: () => void }) {
  const row = {
    ...user,
    groupId: user.groupId ?? 0,
    tagIds: user.tags.map(({ id }) => id),
    cardId: undefined,
    address: undefined,
    birthday: user.birthday ?? undefined,
  }
  return (
    <FormDialog
      name="用户"
      width={560}
      add={shopUser.update}
      edit={shopUser.update}
      row={row}
      toBody={({ removed, ...typed }) => {
        const emptied = ['realName', 'birthday', 'mark'].filter((field) => !typed[field])
        const clear = [...emptied, ...((removed as string[] | undefined) ?? [])]
        return { ...typed, groupId: typed.groupId ?? 0, clear: clearable.filter((field) => clear.includes(field)) }
      }}
      onClose={onClose}
    >
      <Field of={UserChange} name="realName" />
      <Field of={UserChange} name="sex">
        <Select options={sexOptions} />
      </Field>
      <Field of={UserChange} name="birthday">
        <WireDayPicker />
      </Field>
      <Field of={UserChange} name="cardId" extra={user.cardId ? `现为 ${user.cardId}，不填则不改` : undefined} />
      <Field of={UserChange} name="address" extra={user.hasAddress ? '已有详细地址，不填则不改' : undefined} />
      {(user.cardId || user.hasAddress) && (
        <Form.Item name="removed" label="清除">
          <Checkbox.Group
            options={[
              ...(user.cardId ? [{ value: 'cardId', label: '身份证号' }] : []),
              ...(user.hasAddress ? [{ value: 'address', label: '详细地址' }] : []),
            ]}
          />
        </Form.Item>
      )}
      <Field of={UserChange} name="groupId">
        <GroupSelect none="不分组" known={user.groupId ? [{ id: user.groupId, name: user.groupName }] : []} />
      </Field>
      <Field of={UserChange} name="tagIds">
        <TagSelect known={user.tags} />
      </Field>
      <Field of={UserChange} name="isPromoter">
        <Switch checkedChildren="是" unCheckedChildren="否" />
      </Field>
      <Field of={UserChange} name="mark" />
    </FormDialog>
  )
}

const SIGNS = [
  { value: 1, label: '增加' },
  { value: 2, label: '扣减' },
]

/** 积分余额: shows what there is now and afterwards. */
export function FundsDialog({ user, onClose }: Props) {
  return (
    <FormDialog
      name="积分余额"
      title={`调整「${nameOf(user)}」的余额和积分`}
      message="已调整"
      width={560}
      once
      add={shopUser.funds}
      edit={shopUser.funds}
      initial={{ moneyType: 1, integralType: 1 }}
      toBody={(typed) => ({ ...typed, uid: user.id })}
      onClose={onClose}
    >
      <Form.Item label="余额" style={{ marginBottom: 0 }}>
        <Form.Item name="moneyType" noStyle>
          <Segmented options={SIGNS} style={{ marginBottom: 8 }} />
        </Form.Item>
        <Field of={FundsChange} name="moneyValue" label={null}>
          <NumberInput<number>
            style={{ width: 200 }}
            min={0}
            max={999_999.99}
            precision={2}
            prefix="¥"
            controls={false}
            aria-label="余额"
          />
        </Field>
      </Form.Item>
      <Form.Item label="积分" style={{ marginBottom: 0 }}>
        <Form.Item name="integralType" noStyle>
          <Segmented options={SIGNS} style={{ marginBottom: 8 }} />
        </Form.Item>
        <Field of={FundsChange} name="integralValue" label={null}>
          <NumberInput<number>
            style={{ width: 200 }}
            min={0}
            max={999_999}
            precision={0}
            controls={false}
            aria-label="积分"
          />
        </Field>
      </Form.Item>
      <Field of={FundsChange} name="mark" extra="写明原因，会留在流水里">
        <Input maxLength={100} />
      </Field>
      <Afterwards user={user} />
    </FormDialog>
  )
}

function Afterwards({ user }: { user: UserRow }) {
  const form = Form.useFormInstance()
  const signed = (value: unknown, sign: unknown) => (Number(value) || 0) * (sign === 2 ? -1 : 1)
  const money = signed(Form.useWatch('moneyValue', form), Form.useWatch('moneyType', form))
  const points = signed(Form.useWatch('integralValue', form), Form.useWatch('integralType', form))
  const had = { money: user.nowMoney ?? 0, points: user.integral ?? 0 }
  const after = Math.round((had.money + money) * 100) / 100
  return (
    <Facts
      items={[
        { label: '余额', value: money ? `${moneyText(had.money)} → ${moneyText(after)}` : moneyText(had.money) },
        {
          label: '积分',
          value: points ? `${count(had.points)} → ${count(had.points + points)}` : count(had.points),
        },
      ]}
    />
  )
}

const count = (value: number) => value.toLocaleString('en-US')

/** 修改手机号. */
export function PhoneDialog({ user, onClose }: Props) {
  return (
    <FormDialog
      name="手机号"
      title={`修改「${nameOf(user)}」的手机号`}
      message="手机号已修改"
      width={480}
      add={shopUser.phone}
      edit={shopUser.phone}
      toBody={(typed) => ({ ...typed, id: user.id })}
      onClose={onClose}
    >
      <Field of={shopUser.phone.body} name="phone" extra={user.phone ? `现为 ${user.phone}` : '还没有手机号'} />
    </FormDialog>
  )
}

/** 修改用户等级. */
export function LevelDialog({ user, onClose }: Props) {
  return (
    <FormDialog
      name="用户等级"
      title={`修改「${nameOf(user)}」的等级`}
      message="等级已修改"
      width={480}
      add={shopUser.level}
      edit={shopUser.level}
      initial={{ levelId: user.level }}
      toBody={(typed) => ({ ...typed, uid: user.id })}
      onClose={onClose}
    >
      <Field of={shopUser.level.body} name="levelId" extra="手动给的等级不会自动降低，经验更高时照常升级">
        <LevelSelect none="无等级" allowClear={false} />
      </Field>
      <Form.Item name="isSub" valuePropName="checked">
        <Checkbox>降低等级时，经验同时扣到该等级的门槛</Checkbox>
      </Form.Item>
    </FormDialog>
  )
}

/** 修改上级推广人. */
export function SpreadDialog({ user, onClose }: Props) {
  return (
    <FormDialog
      name="上级推广人"
      title={`修改「${nameOf(user)}」的上级推广人`}
      message="上级推广人已修改"
      width={480}
      add={shopUser.spread}
      edit={shopUser.spread}
      toBody={(typed) => ({ ...typed, userId: user.id })}
      onClose={onClose}
    >
      <Field
        of={shopUser.spread.body}
        name="spreadUid"
        extra={user.spreadUid ? `现为「${user.spreadNickname}」；已有的佣金不变` : '还没有上级推广人'}
      >
        <UserSelect without={user.id} placeholder="输入手机号、昵称或ID" />
      </Field>
    </FormDialog>
  )
}

/** 跟进记录: a note about the customer. */
export function NoteDialog({ user, onClose }: Props) {
  return (
    <FormDialog
      name="跟进记录"
      title="写跟进记录"
      message="已记下"
      width={480}
      add={shopUser.note}
      edit={shopUser.note}
      toBody={(typed) => ({ ...typed, uid: user.id })}
      onClose={onClose}
    >
      <Field of={shopUser.note.body} name="content" label="内容" />
    </FormDialog>
  )
}

type BatchProps = { ids: readonly number[]; initial?: UserRow | undefined; onClose: () => void }
const howMany = (ids: readonly number[]) => (ids.length > 1 ? ` ${ids.length} 人` : '')

/** 设置分组, of one customer or several. */
export function GroupDialog({ ids, initial, onClose }: BatchProps) {
  return (
    <FormDialog
      name="分组"
      title={`设置${howMany(ids)}分组`}
      message="分组已设置"
      width={480}
      add={shopUser.group}
      edit={shopUser.group}
      initial={initial && { groupId: initial.groupId ?? 0 }}
      toBody={(typed) => ({ ...typed, ids })}
      onClose={onClose}
    >
      <Field of={shopUser.group.body} name="groupId">
        <GroupSelect
          none="不分组"
          allowClear={false}
          known={initial?.groupId ? [{ id: initial.groupId, name: initial.groupName }] : []}
        />
      </Field>
    </FormDialog>
  )
}

const MODES = [
  { value: 'add', label: '添加' },
  { value: 'remove', label: '移除' },
  { value: 'replace', label: '替换为' },
]

/** 设置标签, of one customer or several. */
export function TagDialog({ ids, initial, onClose }: BatchProps) {
  return (
    <FormDialog
      name="标签"
      title={`设置${howMany(ids)}标签`}
      message="标签已设置"
      width={480}
      add={shopUser.tag}
      edit={shopUser.tag}
      initial={initial ? { mode: 'replace', tagIds: initial.tags.map(({ id }) => id) } : { mode: 'add' }}
      toBody={(typed) => ({ tagIds: [], ...typed, ids })}
      onClose={onClose}
    >
      <Form.Item name="mode" hidden={initial !== undefined}>
        <Segmented options={MODES} />
      </Form.Item>
      <Field of={shopUser.tag.body} name="tagIds">
        <TagSelect known={initial?.tags} />
      </Field>
    </FormDialog>
  )
}

/** 禁用, with the reason: the customers are signed out and cannot order. */
export function DisableDialog({ ids, onClose }: BatchProps) {
  return (
    <FormDialog
      name="用户"
      title={`禁用${howMany(ids) || '用户'}`}
      message="已禁用"
      width={480}
      add={shopUser.status}
      edit={shopUser.status}
      toBody={(typed) => ({ ...typed, ids, status: false })}
      onClose={onClose}
    >
      <Field of={shopUser.status.body} name="closeReason" extra="禁用后不能登录和下单；进行中的订单和退款照常处理">
        <Input maxLength={255} placeholder="选填" />
      </Field>
    </FormDialog>
  )
}
