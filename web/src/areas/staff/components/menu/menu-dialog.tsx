import { useQuery } from '@tanstack/react-query'
import { type Menu, MenuDraft, menu } from '@zhanggui/contract/staff/menu.ts'
import { Form, type FormRule, Input, Radio, Select, Switch } from 'antd'
import type { ChangeEvent } from 'react'
import { read } from '../../../../api/read.ts'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { IconPicker } from './icon-picker.tsx'
import styles from './menu-dialog.module.css'
import { type MenuType, menuProblem, menuTypes, placeProblem } from './menu-rules.ts'
import { MenuName, MenuTreeSelect } from './menu-tree-select.tsx'

const yesOrNo = (value: unknown) => (value ? '是' : '否')

/** @param above the parent of a new row; absent at the top level */
export function MenuDialog({ row, above, onClose }: { row?: Menu; above?: Menu; onClose: () => void }) {
  const type: MenuType = row?.type ?? (above ? (above.type === 1 ? 2 : 1) : 0)
  return (
    <FormDialog
      name="菜单"
      width={580}
      add={menu.save}
      edit={menu.update}
      row={row}
      initial={{
        pid: above?.id ?? 0,
        type,
        permissions: [],
        sort: 999,
        iframe: false,
        cache: false,
        hidden: false,
        alwaysShow: true,
        breadcrumb: true,
        affix: false,
        blank: false,
      }}
      describe={{
        pid: (id) => <MenuName id={Number(id)} />,
        type: (value) => menuTypes.find((one) => one.value === value)?.label,
        iframe: yesOrNo,
        cache: yesOrNo,
        hidden: yesOrNo,
        alwaysShow: yesOrNo,
        breadcrumb: yesOrNo,
        affix: yesOrNo,
        blank: yesOrNo,
      }}
      onClose={onClose}
    >
      <MenuFields row={row} initialType={type} />
    </FormDialog>
  )
}

/** The fields of the selected type of row. */
function MenuFields({ row, initialType }: { row?: Menu; initialType: MenuType }) {
  const form = Form.useFormInstance()
  const type: MenuType = Form.useWatch('type', form) ?? initialType
  const iframe: boolean = Form.useWatch('iframe', form) ?? row?.iframe ?? false
  const { data: tree = [] } = useQuery(read(menu.tree))

  const rule = (name: Parameters<typeof menuProblem>[0], required: boolean): FormRule[] => [
    {
      required,
      validator: async (_, value) => {
        // Read the current values: a field is validated again when they change, before it is rendered again.
        const typed = form.getFieldsValue(['type', 'iframe'])
        const problem = menuProblem(name, value, { type: typed.type, iframe: typed.iframe === true })
        if (problem) throw new Error(problem)
      },
    },
  ]
  const place: FormRule = {
    validator: async (_, pid: number) => {
      const problem = placeProblem(form.getFieldValue('type'), pid, tree)
      if (problem) throw new Error(problem)
    },
  }
  const isPage = type === 1 && !iframe
  return (
    <div className={styles.fields}>
      <Field
        of={MenuDraft}
        name="type"
        className={styles.whole}
        extra={row?.children?.length && '存在下级菜单，不能修改类型'}
      >
        <Radio.Group
          optionType="button"
          buttonStyle="solid"
          options={[...menuTypes]}
          disabled={Boolean(row?.children?.length)}
        />
      </Field>
      <Field of={MenuDraft} name="name" />
      <Field of={MenuDraft} name="pid" dependencies={['type']} rules={[place]}>
        <MenuTreeSelect type={type} without={row?.id} />
      </Field>
      {type !== 2 && (
        <>
          <Field of={MenuDraft} name="icon">
            <IconPicker />
          </Field>
          <Field of={MenuDraft} name="path" dependencies={['type', 'iframe']} rules={rule('path', true)}>
            <Input maxLength={200} placeholder={iframe ? 'https://' : '如 product'} allowClear />
          </Field>
        </>
      )}
      {isPage && (
        <>
          <Field of={MenuDraft} name="component" rules={[...rule('component', true), patternOf('component')]}>
            <Input maxLength={200} placeholder="如 product/product-list" allowClear />
          </Field>
          <Field
            of={MenuDraft}
            name="componentName"
            rules={[...rule('componentName', true), patternOf('componentName')]}
          >
            <Input maxLength={50} placeholder="如 ProductList" allowClear />
          </Field>
          <Field
            of={MenuDraft}
            name="permissions"
            rules={rule('permissions', false)}
            tooltip="持有其中任意一个即可打开页面；不填则人人可见"
          >
            <Select
              mode="tags"
              maxCount={5}
              open={false}
              suffixIcon={null}
              tokenSeparators={[',', ' ']}
              placeholder="输入后按回车，最多5个"
            />
          </Field>
        </>
      )}
      {type === 2 && (
        <Field
          of={MenuDraft}
          name="permissions"
          rules={rule('permissions', true)}
          getValueProps={(list?: string[]) => ({ value: list?.[0] })}
          getValueFromEvent={({ target }: ChangeEvent<HTMLInputElement>) =>
            target.value.trim() ? [target.value.trim()] : []
          }
        >
          <Input maxLength={100} placeholder="如 admin:product:save" allowClear />
        </Field>
      )}
      <Field of={MenuDraft} name="sort" />
      {isPage && (
        <Field of={MenuDraft} name="activeMenu" tooltip="打开此页时左侧菜单高亮的地址，如 /product/list">
          <Input maxLength={200} allowClear />
        </Field>
      )}
      {type !== 2 && (
        <div className={styles.switches}>
          <Field
            of={MenuDraft}
            name="hidden"
            label="可见"
            getValueProps={(hidden?: boolean) => ({ value: !hidden })}
            getValueFromEvent={(shown: boolean) => !shown}
          >
            <YesNo />
          </Field>
          <Field of={MenuDraft} name="iframe" tooltip="地址是另一个网站，在新窗口打开">
            <YesNo disabled={Boolean(row?.children?.length)} />
          </Field>
          {type === 0 && !iframe && (
            <Field of={MenuDraft} name="alwaysShow" tooltip="只有一个下级时仍显示目录">
              <YesNo />
            </Field>
          )}
          {isPage && (
            <>
              <Field of={MenuDraft} name="cache" tooltip="切换标签后保留页面">
                <YesNo />
              </Field>
              <Field of={MenuDraft} name="affix">
                <YesNo />
              </Field>
              <Field of={MenuDraft} name="blank" tooltip="不显示侧边栏和导航栏">
                <YesNo />
              </Field>
            </>
          )}
          {!iframe && (
            <Field of={MenuDraft} name="breadcrumb" label="面包屑">
              <YesNo />
            </Field>
          )}
        </div>
      )}
    </div>
  )
}

function YesNo(props: { id?: string; value?: boolean; onChange?: (value: boolean) => void; disabled?: boolean }) {
  return <Switch checkedChildren="是" unCheckedChildren="否" {...props} />
}

/** The format of a text that is not empty. */
function patternOf(name: 'component' | 'componentName'): FormRule {
  const { pattern, hint } = MenuDraft.properties[name] as { pattern?: string; hint?: string }
  return { pattern: new RegExp(pattern ?? '', 'u'), message: hint, transform: (text?: string) => text?.trim() ?? '' }
}
