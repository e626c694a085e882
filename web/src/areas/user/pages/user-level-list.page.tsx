import { type Level, LevelDraft, userLevel } from '@zhanggui/contract/user/user-level.ts'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { RightSwitch } from '../../../kit/form/right-switch.tsx'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { MaterialPicker } from '../../../kit/media/material-picker.tsx'
import { Picture } from '../../../kit/media/picture.tsx'
import { MemberCount } from '../components/member-count.tsx'
import { discountText } from '../model/words.ts'

const LEAVING = '其中的用户会改为经验够得到的最高等级。'

export default function UserLevelListPage() {
  return (
    <ListPage
      list={useList(userLevel.list)}
      purpose="买得越多等级越高，价格越低，如消费满 1000 元升银卡，享 95 折"
      filters={[]}
      columns={[
        { name: 'grade', title: '等级', width: 80 },
        {
          name: 'icon',
          title: '图标',
          width: 72,
          render: ({ name, icon }) => icon && <Picture src={icon} alt={`${name}的图标`} thumb />,
        },
        { name: 'name', title: '等级名称', minWidth: 140, card: 'title' },
        {
          name: 'experience',
          title: '所需经验',
          width: 110,
          align: 'right',
          render: ({ experience }) => experience.toLocaleString('en-US'),
        },
        {
          name: 'discount',
          title: '享受折扣',
          width: 110,
          align: 'right',
          render: ({ discount }) => discountText(discount),
        },
        {
          name: 'userCount',
          title: '用户数',
          width: 100,
          align: 'right',
          render: ({ id, name, userCount }) => (
            <MemberCount count={userCount} of={`等级「${name}」`} filter={`level=${id}`} />
          ),
        },
        {
          name: 'isShow',
          title: '启用',
          width: 90,
          render: ({ id, name, isShow }) => (
            <StatusSwitch
              name={`等级「${name}」`}
              checked={isShow}
              route={userLevel.use}
              body={(shown) => ({ id, isShow: shown })}
              question={(text) => (text === '停用' ? `停用等级「${name}」？${LEAVING}` : `启用等级「${name}」？`)}
            />
          ),
        },
        { name: 'createTime', title: '创建时间', width: 140, hidden: true },
      ]}
      add={userLevel.save}
      addText="添加等级"
      edit={userLevel.update}
      remove={userLevel.remove}
      removeText={LEAVING}
      dialog={(row, close) => <LevelDialog row={row} onClose={close} />}
    />
  )
}

function LevelDialog({ row, onClose }: { row: Level | undefined; onClose: () => void }) {
  return (
    <FormDialog
      name="用户等级"
      add={userLevel.save}
      edit={userLevel.update}
      row={row}
      {...(row && { params: { id: row.id } })}
      initial={{ isShow: true, discount: 100 }}
      onClose={onClose}
    >
      <Field of={LevelDraft} name="name" />
      <Field of={LevelDraft} name="grade" extra="1 到 99，数字越大等级越高" />
      <Field of={LevelDraft} name="experience" extra="经验达到后自动升到该等级；付 1 元得 1 点" />
      <Field of={LevelDraft} name="discount" extra="支付原价的百分之几：95 是 95 折，100 不打折">
        <NumberInput<number> min={1} max={100} precision={0} suffix="%" style={{ width: 160 }} />
      </Field>
      <Field of={LevelDraft} name="icon" extra="建议尺寸：180×180">
        <MaterialPicker size={88} />
      </Field>
      <Field of={LevelDraft} name="isShow">
        <RightSwitch of={userLevel.use} row={row} checkedChildren="启用" unCheckedChildren="停用" />
      </Field>
    </FormDialog>
  )
}
