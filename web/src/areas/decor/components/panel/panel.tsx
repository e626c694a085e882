import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import { pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import type { Issue } from '@zhanggui/page-kit/check.ts'
import { partFields, valuesOf } from '@zhanggui/page-kit/component.ts'
import { nameOf } from '@zhanggui/page-kit/diff.ts'
import { type Fields, noImage } from '@zhanggui/page-kit/fields.ts'
import { reset, update } from '@zhanggui/page-kit/operations.ts'
import {
  type Component,
  headFields,
  type Settings,
  type Share,
  settingFields,
  shareFields,
} from '@zhanggui/page-kit/page.ts'
import { definitionOf, titleOf } from '@zhanggui/page-kit/registry.ts'
import { filled, type Path } from '@zhanggui/page-kit/values.ts'
import { Button, Dropdown, Tabs } from 'antd'
import { useState } from 'react'
import { useCan } from '../../../../kit/access/can.tsx'
import { copyStyle, pasteStyle } from '../../model/clipboard.ts'
import { setSetting, setShareField, updateAll, updateValue } from '../../model/page-acts.ts'
import { activeComponent, change, componentsData, usePageStore } from '../../model/page-store.ts'
import { OVER, periodOf, shortTime } from '../../model/page-words.ts'
import { TypeIcon } from '../designer/type-icon.tsx'
import { AgainDialog, type Period } from './again-dialog.tsx'
import { BlockNote } from './block-note.tsx'
import styles from './panel.module.css'
import { PanelFields } from './panel-fields.tsx'

export type PanelTab = 'content' | 'style' | 'advanced'
type PanelProps = {
  issues: readonly Issue[]
  tab: PanelTab
  onTab: (tab: PanelTab) => void
  onBlock: (component: Component) => void
}

/** What is selected, to be edited: a component, several of them, or the page itself. */
export function Panel(props: PanelProps) {
  const active = usePageStore((state) => activeComponent(state)?.component)
  const selection = usePageStore((state) => state.selection)
  return (
    <aside className={styles.panel} aria-label="设置">
      {selection.length > 1 ? (
        <SeveralPanel ids={selection} />
      ) : active ? (
        <ComponentPanel key={active.id} component={active} {...props} />
      ) : (
        <PagePanel {...props} />
      )}
    </aside>
  )
}

const { anchor, track, alias } = headFields as { anchor: Fields[string]; track: Fields[string]; alias: Fields[string] }
const advanced: Fields = { alias, anchor, track }

function ComponentPanel({ component, issues, tab, onTab, onBlock }: PanelProps & { component: Component }) {
  const readOnly = usePageStore((state) => state.readOnly)
  const mayBlock = useCan(pageBlock.save)
  const { id, type } = component
  const definition = definitionOf(type)
  const values = valuesOf(component)
  const own = issues.filter(({ componentId }) => componentId === id)
  const onChange = (path: Path, value: unknown) => updateValue(id, path, value)
  const isFlow = definition?.zone === 'flow' && type !== 'sharedBlock'
  const menu = [
    { key: 'copy', label: '复制样式', onClick: () => copyStyle(id) },
    { key: 'paste', label: '粘贴样式', onClick: () => pasteStyle(id) },
    {
      key: 'reset',
      label: '重置',
      onClick: () => void change((page) => reset(page, id), { words: `重置 ${nameOf(component)}`, stay: true }),
    },
    ...(mayBlock && isFlow ? [{ key: 'block', label: '存为公共模块', onClick: () => onBlock(component) }] : []),
  ]
  return (
    <>
      <div className={styles.head}>
        <TypeIcon type={type} />
        <h2>{titleOf(type)}</h2>
        <span>{component.alias}</span>
        {!readOnly && (
          <Dropdown trigger={['click']} menu={{ items: menu }}>
            <Button type="text" icon={<EllipsisOutlined aria-hidden />} aria-label={`更多：${nameOf(component)}`} />
          </Dropdown>
        )}
      </div>
      <Tabs
        className={styles.tabs}
        activeKey={tab}
        onChange={(key) => onTab(key as PanelTab)}
        items={[
          { key: 'content', label: '内容' },
          { key: 'style', label: '样式' },
          { key: 'advanced', label: '高级' },
        ]}
      />
      <div className={styles.body}>
        {periodOf(component.rule) === OVER && <Over component={component} disabled={readOnly} />}
        {type === 'sharedBlock' && <BlockNote component={component} />}
        {own
          .filter(({ path }) => !path.length)
          .map(({ message, level }) => (
            <p key={message} className={styles.issue} data-level={level} style={{ margin: '12px 16px 0' }}>
              {message}
            </p>
          ))}
        {definition && (
          <PanelFields
            key={tab}
            tab={tab}
            fields={partFields(definition, 'props')}
            values={values.props}
            at={['props']}
            issues={own}
            onChange={onChange}
            disabled={readOnly}
          />
        )}
        {definition && tab === 'style' && (
          <PanelFields
            fields={partFields(definition, 'box')}
            values={values.box}
            at={['box']}
            issues={own}
            onChange={onChange}
            disabled={readOnly}
          />
        )}
        {definition && tab === 'advanced' && (
          <>
            <PanelFields
              fields={partFields(definition, 'rule')}
              values={values.rule}
              at={['rule']}
              issues={own}
              onChange={onChange}
              disabled={readOnly}
            />
            <PanelFields
              fields={advanced}
              values={component}
              at={[]}
              issues={own}
              onChange={onChange}
              disabled={readOnly}
            />
          </>
        )}
      </div>
    </>
  )
}

/** Over is not gone: the content stays, and gets new times. */
function Over({ component, disabled }: { component: Component; disabled: boolean }) {
  const [asking, setAsking] = useState(false)
  const { id, rule } = component
  const use = ({ from, to }: Period) =>
    void change(
      (page) => {
        const begun = update(page, id, ['rule', 'startTime'], from).page
        return update(begun, id, ['rule', 'endTime'], to)
      },
      { words: `再用一次 ${nameOf(component)}`, stay: true },
    )
  return (
    <div className={styles.note}>
      <span>{shortTime(String(rule.endTime))} 已结束，买家看不到；内容都还在。</span>
      <Button size="small" disabled={disabled} onClick={() => setAsking(true)}>
        再用一次
      </Button>
      {asking && <AgainDialog name={nameOf(component)} onUse={use} onClose={() => setAsking(false)} />}
    </div>
  )
}

/** Several components: what they have in common is their box. */
function SeveralPanel({ ids }: { ids: readonly string[] }) {
  const components = usePageStore(componentsData).filter(({ id }) => ids.includes(id))
  const readOnly = usePageStore((state) => state.readOnly)
  const boxed = components.filter(({ type }) => {
    const definition = definitionOf(type)
    return definition && Object.keys(partFields(definition, 'box')).length
  })
  const [first] = boxed
  const definition = first && definitionOf(first.type)
  return (
    <>
      <div className={styles.head}>
        <h2>已选 {components.length} 个组件</h2>
      </div>
      <div className={styles.body}>
        {first && definition ? (
          <PanelFields
            fields={partFields(definition, 'box')}
            values={valuesOf(first).box}
            at={['box']}
            issues={[]}
            disabled={readOnly}
            onChange={(path, value) =>
              updateAll(
                boxed.map(({ id }) => id),
                path,
                value,
              )
            }
          />
        ) : (
          <p className={styles.section}>这些组件没有共同的样式</p>
        )}
      </div>
    </>
  )
}

const { pageColor: _colour, pagePic: _picture, pagePicUrl, ...plainSettings } = settingFields
/** What the background is made of stands right below it. */
const { pageTabVal, pageColorPicker } = settingFields
const backgroundFields = { pageTabVal, pageColorPicker } as Fields
/** Stored as its address alone. */
const pagePicture = { ...pagePicUrl, control: 'image', title: '图片', size: [750, 1624] } as Fields[string]

function PagePanel({ issues, tab, onTab }: PanelProps) {
  const page = usePageStore(({ history }) => history.present)
  const readOnly = usePageStore((state) => state.readOnly)
  const own = issues.filter(({ componentId }) => componentId === '')
  const settings = filled(settingFields, page.settings)
  const isShare = tab === 'style'
  return (
    <>
      <div className={styles.head}>
        <h2>页面设置</h2>
      </div>
      <Tabs
        className={styles.tabs}
        activeKey={isShare ? 'style' : 'content'}
        onChange={(key) => onTab(key as PanelTab)}
        items={[
          { key: 'content', label: '页面' },
          { key: 'style', label: '分享' },
        ]}
      />
      <div className={styles.body}>
        {isShare ? (
          <PanelFields
            fields={shareFields}
            values={filled(shareFields, page.share)}
            at={['share']}
            issues={own}
            disabled={readOnly}
            onChange={([, key], value) => setShareField(key as keyof Share, value as never)}
          />
        ) : (
          <PanelFields
            fields={{ background, pagePicUrl: pagePicture, ...backgroundFields, ...plainSettings }}
            values={{
              ...settings,
              background: settings.pagePic ? 'picture' : 'colour',
              pagePicUrl: { ...noImage, url: settings.pagePicUrl },
            }}
            at={['settings']}
            issues={own}
            disabled={readOnly}
            onChange={([, key], value) =>
              key === 'background'
                ? setSetting('pagePic', value === 'picture')
                : setSetting(key as keyof Settings, (key === 'pagePicUrl' ? pictureOf(value) : value) as never)
            }
          />
        )}
      </div>
    </>
  )
}

/** Of colour and picture exactly one is on: one choice instead of two switches. */
const background: Fields[string] = {
  control: 'choice',
  title: '背景',
  words: new Map([
    ['colour', '颜色'],
    ['picture', '图片'],
  ]),
}
const pictureOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'url' in value ? value.url : value
