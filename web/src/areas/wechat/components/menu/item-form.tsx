import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { type MenuItem, menuKinds, menuNames, nameWidth } from '@zhanggui/domain/wechat/wechat-menu.ts'
import { Button, Form, Input, Radio, Select } from 'antd'
import { Named } from '../../../../kit/page/named.tsx'
import { choiceOf, choices, type Entry, mayAdd, type Place } from '../../model/menu-tree.ts'
import styles from './menu.module.css'
import { TapFields } from './tap-fields.tsx'

type ItemFormProps = {
  tree: readonly Entry[]
  place: Place
  disabled: boolean
  /** What is filled in for the shop's own mini-program. */
  own: { appid: string; siteUrl: string }
  onChange: (change: Partial<MenuItem>) => void
  onMove: (to: number) => void
  onMoveBelow: (parentId: string) => void
  onRemove: () => void
}

/** One item of the menu: its name, and what tapping it does. */
export function ItemForm(props: ItemFormProps) {
  const { tree, place, disabled, own, onChange, onMove, onMoveBelow, onRemove } = props
  const { entry, parent, index } = place
  const { characters } = menuNames[parent ? 1 : 0]
  const neighbours = (parent ? parent.below : tree).length
  const others = tree.filter((each) => each.id !== parent?.id && mayAdd(tree, each))
  const choice = choiceOf(entry.type)
  const width = nameWidth(entry.name)
  return (
    <section className={styles.card} aria-label="编辑菜单项">
      <header className={styles.cardHead}>
        <h2>{entry.name || '未命名'}</h2>
        <span>{parent ? `${parent.name || '未命名'}的第 ${index + 1} 项` : `一级菜单第 ${index + 1} 个`}</span>
        <Button size="small" disabled={disabled || index === 0} onClick={() => onMove(index - 1)}>
          {parent ? '上移' : '左移'}
        </Button>
        <Button size="small" disabled={disabled || index === neighbours - 1} onClick={() => onMove(index + 1)}>
          {parent ? '下移' : '右移'}
        </Button>
        <Named name="删除这一项">
          <Button
            type="text"
            size="small"
            danger
            disabled={disabled}
            aria-label={`删除 ${entry.name || '未命名'}`}
            icon={<DeleteOutlined aria-hidden />}
            onClick={onRemove}
          />
        </Named>
      </header>
      <Form layout="vertical" disabled={disabled} className={styles.form}>
        <Form.Item
          label="名称"
          required
          htmlFor="menu-name"
          validateStatus={width > characters ? 'error' : ''}
          extra={`最多 ${characters} 个汉字`}
        >
          <Input
            id="menu-name"
            // A new item is named first.
            key={entry.id}
            autoFocus={!entry.name}
            value={entry.name}
            suffix={`${Math.ceil(width)} / ${characters}`}
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </Form.Item>
        {parent && others.length > 0 && (
          <Form.Item label="放在" htmlFor="menu-parent">
            <Select
              id="menu-parent"
              value={parent.id}
              options={[parent, ...others].map(({ id, name }) => ({ value: id, label: name || '未命名' }))}
              onChange={onMoveBelow}
            />
          </Form.Item>
        )}
        {entry.below.length > 0 ? (
          <p className={styles.note}>有子菜单的一级菜单只有名称，点它展开子菜单</p>
        ) : (
          <>
            <Form.Item label="点了以后" required>
              <Radio.Group
                className={styles.kinds}
                aria-label="点了以后"
                optionType="button"
                value={choice?.key}
                options={choices.map(({ key, title }) => ({ value: key, label: title }))}
                onChange={({ target }) =>
                  onChange({ type: choices.find(({ key }) => key === target.value)?.kinds[0] ?? 'view' })
                }
              />
            </Form.Item>
            {choice && choice.kinds.length > 1 && (
              <Form.Item label="怎样" htmlFor="menu-kind">
                <Select
                  id="menu-kind"
                  value={entry.type}
                  options={choice.kinds.map((kind) => ({ value: kind, label: menuKinds[kind] }))}
                  onChange={(type) => onChange({ type })}
                />
              </Form.Item>
            )}
            <TapFields entry={entry} own={own} onChange={onChange} />
          </>
        )}
      </Form>
    </section>
  )
}
