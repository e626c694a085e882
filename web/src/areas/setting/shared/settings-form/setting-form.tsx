import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as t from '@zhanggui/contract/schema.ts'
import { type SettingGroup, type SettingValues, setting } from '@zhanggui/contract/setting/setting.ts'
import { Alert, Button, Form, Skeleton } from 'antd'
import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../../../api/call.ts'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { useReadOnly } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { askAboutConflict } from '../../../../kit/dialog/version-conflict.tsx'
import { DraftOffer } from '../../../../kit/form/draft/draft-offer.tsx'
import { useDraft } from '../../../../kit/form/draft/use-draft.ts'
import type { News } from '../../../../kit/form/meanwhile/meanwhile.ts'
import { MeanwhileLine } from '../../../../kit/form/meanwhile/meanwhile-line.tsx'
import { useMeanwhile } from '../../../../kit/form/meanwhile/use-meanwhile.ts'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import styles from './setting-form.module.css'
import { SettingHistory } from './setting-history.tsx'
import { SettingItem } from './setting-item.tsx'
import { SettingTest } from './setting-test.tsx'
import { changesOf, isSame, isShown, reportSetting, startValues, type Values, withSaved } from './setting-values.ts'

type Props = {
  group: SettingGroup
  /** Whether another group is shown; the typed values are kept. */
  hidden?: boolean
  onDirty?: (group: string, dirty: boolean) => void
  /** The field that the address leads to, and what distinguishes one visit from the next. */
  asked?: { field: string; visit: string } | undefined
  /** What the values come to, kept in sight below the fields; gets them as they are typed. */
  note?: (values: Values) => ReactNode
}

/** The values of one settings group. */
export function SettingForm(props: Props) {
  const { group, hidden = false } = props
  const info = useQuery(read(setting.info, { params: { group: group.name } }))
  return (
    <section className={styles.card} hidden={hidden} aria-label={group.label}>
      {info.isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {info.isError && !info.data && <FailedBlock error={info.error} onRetry={info.refetch} />}
      {info.data && <Editor {...props} latest={info.data} />}
    </section>
  )
}

/** @param latest the group as the server has it; applied while no unsaved changes would be lost */
function Editor({ group, hidden, onDirty, note, latest, asked }: Props & { latest: SettingValues }) {
  const { name, label, fields, canSave } = group
  const client = useQueryClient()
  const [form] = Form.useForm<{ values: Values }>()
  const [shown, setShown] = useState(latest)
  const [showHistory, setShowHistory] = useState(false)

  const start = startValues(fields, shown.values)
  const values: Values = Form.useWatch('values', { form, preserve: true }) ?? start
  const changes = changesOf(fields, start, values)
  const count = Object.keys(changes).length
  const dirty = count > 0
  if (!dirty && latest !== shown) setShown(latest)
  const restart = useCallback(() => {
    const blank = Object.entries(startValues(fields, shown.values))
    form.setFields(blank.map(([key, value]) => ({ name: ['values', key], value, errors: [] })))
  }, [form, fields, shown])
  /** What stays as it was typed when the group is shown as others left it. */
  const staying = useRef<Values>({})
  useLayoutEffect(() => {
    restart()
    form.setFields(Object.entries(staying.current).map(([key, value]) => ({ name: ['values', key], value })))
    staying.current = {}
  }, [restart, form])
  useDirtyGuard(dirty)
  const draft = useDraft<Values>({
    of: 'setting',
    id: name,
    dirty,
    body: () => Object.fromEntries(Object.entries(changes).filter(([key]) => isOpen(key))),
    onRestore: (kept) => {
      const open = Object.entries(kept).filter(([key]) => isOpen(key))
      form.setFields(open.map(([key, value]) => ({ name: ['values', key], value })))
    },
  })
  /** Secrets are not stored in the browser, and what is locked is not typed. */
  const isOpen = (key: string) => fields.some((field) => field.key === key && field.type !== 'secret' && !field.locked)
  useEffect(() => onDirty?.(name, dirty), [onDirty, name, dirty])
  const readOnly = useReadOnly(setting.save)

  function take(next: SettingValues) {
    client.setQueryData(read(setting.info, { params: { group: name } }).queryKey, next)
    setShown(next)
  }

  function handleSaved(sent: Values, version: number) {
    take(withSaved(group, shown, sent, version))
  }

  const save = useWrite(setting.save, {
    form,
    message: '保存成功',
    onSuccess: ({ version }, { body }) => handleSaved(body.values, version),
    onError: () => {
      const [first] = form.getFieldsError().filter(({ errors }) => errors.length)
      if (first) form.scrollToField(first.name, { block: 'center', focus: true })
    },
    onConflict: async (answer, message) => {
      const current = answer as SettingValues
      const open = fields.filter(({ type }) => type !== 'secret')
      const reload = await askAboutConflict({
        message,
        fields: t.Object(Object.fromEntries(open.map((field) => [field.key, t.Json({ title: field.label })]))),
        mine: changes,
        current: current.values,
        describe: Object.fromEntries(open.map((field) => [field.key, (value) => reportSetting(field, value)])),
      })
      if (reload) take(current)
    },
  })

  const meanwhile = useMeanwhile<News & { latest: SettingValues }>({
    object: setting.info.object,
    id: name,
    version: shown.version,
    dirty,
    busy: save.isPending,
    ask: (version) => askAboutGroup(group, version),
    onTake: ({ latest: next }) => {
      staying.current = changes
      take(next)
      const both = fields.filter(({ key }) => key in changes && !isSame(shown.values[key], next.values[key]))
      return both.map((field) => field.label)
    },
  })

  const unseen = fields.find((field) => field.key === asked?.field && !isShown(field, values))

  return (
    <>
      <header className={styles.head}>
        <h2>{label}</h2>
        <Button type="text" icon={<HistoryOutlined aria-hidden />} onClick={() => setShowHistory(true)}>
          修改记录
        </Button>
      </header>
      {!canSave && (
        <Alert
          type="info"
          showIcon
          className={styles.alert}
          title={group.locked ?? '您没有修改此分组的权限，仅供查看'}
        />
      )}
      {unseen?.visibleIf && (
        <Alert
          type="info"
          showIcon
          className={styles.alert}
          title={`「${unseen.label}」在设置好「${fields.find(({ key }) => key === unseen.visibleIf?.key)?.label ?? '相关选项'}」后才出现`}
        />
      )}
      {canSave && <DraftOffer draft={draft} />}
      <WriteForm
        form={form}
        name={useId()}
        layout="vertical"
        className={styles.form}
        of={save}
        disabled={!canSave}
        initialValues={{ values: start }}
        onFinish={() => save.mutate({ params: { group: name }, body: { values: changes, version: shown.version } })}
        scrollToFirstError={{ block: 'center', focus: true }}
      >
        {fields
          .filter((field) => isShown(field, values))
          .map((field) => (
            <SettingItem
              key={field.key}
              field={field}
              value={values[field.key]}
              usual={shown.defaults[field.key]}
              isSet={Boolean(shown.values[field.key])}
              readOnly={!canSave || readOnly !== undefined}
              marked={asked?.field === field.key ? asked.visit : undefined}
            />
          ))}
        {(canSave || note) && (
          <footer className={styles.bar}>
            <MeanwhileLine of={meanwhile} />
            {note && <div className={styles.foot}>{note(values)}</div>}
            {dirty && (
              <span className={styles.dirty} role="status">
                {count} 项未保存
              </span>
            )}
            {canSave && (
              <div className={styles.acts}>
                {group.tests.map((kind) => (
                  <SettingTest key={kind} kind={kind} values={changes} />
                ))}
                {dirty && (
                  <Button disabled={save.isPending} onClick={restart}>
                    放弃修改
                  </Button>
                )}
                <WriteButton type="primary" htmlType="submit" disabled={!dirty} of={save}>
                  保存
                </WriteButton>
              </div>
            )}
          </footer>
        )}
      </WriteForm>
      {showHistory && !hidden && (
        <SettingHistory
          group={group}
          version={shown.version}
          dirty={dirty}
          onRestored={handleSaved}
          onClose={() => setShowHistory(false)}
        />
      )}
    </>
  )
}

/** A group as it is now, with who changed what since a version. */
async function askAboutGroup({ name, fields }: SettingGroup, version: number) {
  const params = { group: name }
  const latest = await call(setting.info, { params, silent: true })
  const limit = latest.version - version
  if (limit <= 0) return { version, acts: [], changes: [], latest }
  // Each change of a group is one version of it.
  const query = { page: 1, limit: Math.min(limit, MAX_ACTS) }
  const { list } = await call(setting.history, { params, query, silent: true })
  const changes = list.flatMap((entry) => entry.changes).toReversed()
  const last = new Map(changes.map((change) => [change.key, change]))
  return {
    version: latest.version,
    latest,
    acts: list.map(({ createBy, createTime }) => ({ actorName: createBy, time: createTime, action: 'update' })),
    changes: [...last.values()].map(({ key, label, after }) => {
      const say = (value: unknown) =>
        reportSetting(fields.find((field) => field.key === key) ?? { type: 'text' }, value)
      const first = changes.find((change) => change.key === key)
      return { path: key, label, before: say(first?.before), after: say(after) }
    }),
  }
}

const MAX_ACTS = 20
