import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import type { Image } from '@zhanggui/page-kit/fields.ts'
import { filled, isObject } from '@zhanggui/page-kit/values.ts'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { MaterialDialog } from '../../../../kit/media/material-picker.tsx'
import { mediaUrl } from '../../../../kit/media/media-url.ts'
import { Named } from '../../../../kit/page/named.tsx'
import { useSettings } from '../../../../kit/settings/settings.ts'
import { OVER, periodWords } from '../../model/page-words.ts'
import { imageOf } from '../../model/picture.ts'
import { AgainDialog } from './again-dialog.tsx'
import { AreaEditor, isArea } from './area-editor.tsx'
import styles from './panel.module.css'
import type { ControlProps } from './panel-types.ts'

type Item = Record<string, unknown>

/** Items with fields of their own: added, copied, hidden, moved, removed; one is open at a time. */
export function ListField({
  field,
  value,
  beside,
  path,
  issues,
  disabled,
  onChange,
  onChangeAt,
  ItemFields,
}: ControlProps) {
  const [open, setOpen] = useState<number>()
  const [choosing, setChoosing] = useState(false)
  const [again, setAgain] = useState<number>()
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const { items: { properties: fields = {} } = {}, maxItems = 1, title } = field
  const items = value as Item[]
  const image = Object.entries(fields).find(([, each]) => each.control === 'image')?.[0]
  const room = maxItems - items.length
  const withArea =
    isArea(fields) &&
    Object.values(beside).find(
      (each): each is Image => isObject(each) && typeof each.url === 'string' && each.url !== '',
    )

  function put(next: Item[], opened: number | undefined) {
    onChange(next)
    setOpen(opened)
  }
  const move = (from: number, to: number) => {
    const item = items[from]
    if (item) put(items.toSpliced(from, 1).toSpliced(to, 0, item), open === from ? to : open)
  }

  return (
    <>
      {withArea && (
        <AreaEditor
          image={withArea}
          areas={items}
          chosen={open}
          onChoose={setOpen}
          disabled={disabled}
          onChange={(index, area) => onChange(items.with(index, { ...items[index], ...area }))}
        />
      )}
      <ul className={styles.items}>
        {items.map((item, index) => {
          const name = wordsOf(item) || `${title} ${index + 1}`
          const own = issues.filter((issue) => issue.path[path.length] === index)
          const period = 'from' in fields ? periodWords(item.from, item.to) : ''
          const picture = image ? (item[image] as Image | undefined) : undefined
          const act = (label: string, icon: ReactNode, onClick: () => void, off = false) => (
            <Named name={label}>
              <Button
                type="text"
                size="small"
                icon={icon}
                aria-label={`${label}：${name}`}
                disabled={disabled || off}
                onClick={onClick}
              />
            </Named>
          )
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: items have no id of their own
              key={index}
              className={styles.item}
              data-off={item.show === false}
              data-bad={own.some(({ level }) => level === 'error')}
            >
              <div className={styles.itemHead}>
                <button
                  type="button"
                  className={styles.fold}
                  aria-expanded={open === index}
                  onClick={() => setOpen(open === index ? undefined : index)}
                >
                  {picture?.url && <img src={mediaUrl(picture.url, mediaDomain)} alt="" />}
                  <b>{name}</b>
                  {period && <small>{period}</small>}
                </button>
                {period === OVER && (
                  <Button
                    type="link"
                    size="small"
                    disabled={disabled}
                    aria-label={`再用一次：${name}`}
                    onClick={() => setAgain(index)}
                  >
                    再用一次
                  </Button>
                )}
                {act('上移', <ArrowUpOutlined aria-hidden />, () => move(index, index - 1), index === 0)}
                {act(
                  '下移',
                  <ArrowDownOutlined aria-hidden />,
                  () => move(index, index + 1),
                  index === items.length - 1,
                )}
                {'show' in fields &&
                  act(
                    item.show === false ? '显示' : '隐藏',
                    item.show === false ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />,
                    () => onChange(items.with(index, { ...item, show: item.show === false })),
                  )}
                {act(
                  '复制',
                  <CopyOutlined aria-hidden />,
                  () => put(items.toSpliced(index + 1, 0, item), index + 1),
                  room <= 0,
                )}
                {act('删除', <DeleteOutlined aria-hidden />, () => put(items.toSpliced(index, 1), undefined))}
              </div>
              {open === index && (
                <ItemFields
                  fields={fields}
                  // What an item needs may depend on the values beside the list.
                  values={{ ...beside, ...filled(fields, item) }}
                  at={[...path, index]}
                  issues={own}
                  disabled={disabled}
                  onChange={onChangeAt}
                />
              )}
              {open !== index && own[0] && (
                <p className={styles.issue} data-level={own[0].level} style={{ margin: '0 10px 8px' }}>
                  {own[0].message}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      <Button
        block
        type="dashed"
        className={styles.add}
        disabled={disabled || room <= 0}
        onClick={() => (image ? setChoosing(true) : put([...items, {}], items.length))}
      >
        添加{title} {items.length}/{maxItems}
      </Button>
      {again !== undefined && (
        <AgainDialog
          name={wordsOf(items[again] ?? {}) || `${title} ${again + 1}`}
          onUse={(period) => onChange(items.with(again, { ...items[again], ...period }))}
          onClose={() => setAgain(undefined)}
        />
      )}
      {choosing && image && (
        <MaterialDialog
          max={room}
          onPick={(rows) =>
            put(
              [...items, ...rows.map((row) => ({ [image]: imageOf(row) }))],
              rows.length === 1 ? items.length : undefined,
            )
          }
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

/** What an item is called: its first words, or what its picture says. */
function wordsOf(item: Item): string {
  const texts = ['title', 'name', 'text'].map((key) => item[key])
  const alt = Object.values(item).map((value) => (isObject(value) ? value.alt : undefined))
  return [...texts, ...alt].find((each): each is string => typeof each === 'string' && each !== '') ?? ''
}
