import { useQueryClient } from '@tanstack/react-query'
import { decorPage, type PageInfo } from '@zhanggui/contract/decor/page.ts'
import type { PageVersion } from '@zhanggui/contract/decor/page-version.ts'
import type { Issue } from '@zhanggui/page-kit/check.ts'
import type { Row } from '@zhanggui/page-kit/diff.ts'
import { Checkbox, Input, Radio, Space } from 'antd'
import { useId, useState } from 'react'
import { CallError } from '../../../../api/call-error.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { Can, useCan } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { showSuccess } from '../../../../kit/feedback/feedback.ts'
import { WireTimePicker } from '../../../../kit/form/dates/wire-time-picker.tsx'
import { shortTime, versionName } from '../../model/page-words.ts'
import styles from './designer.module.css'
import type { PublishDrawerProps } from './publish-drawer.tsx'
import { showPublished } from './published-dialog.tsx'

type Given = Pick<
  PublishDrawerProps,
  'info' | 'issues' | 'timed' | 'latestVersion' | 'onSave' | 'onPublished' | 'onIssue'
> & {
  versions: readonly PageVersion[]
  /** What would go live. */
  rows: readonly Row[]
}

/** Note, time, end and home of what is published now. */
export function PublishFoot({
  info,
  issues,
  timed,
  latestVersion,
  versions,
  onSave,
  onPublished,
  onIssue,
  rows,
}: Given) {
  const noteId = useId()
  const [note, setNote] = useState('')
  const [isTimed, setTimed] = useState(timed)
  const [publishAt, setPublishAt] = useState<string | null>(null)
  const [hasEnd, setHasEnd] = useState(false)
  const [offlineAt, setOfflineAt] = useState<string | null>(null)
  const [setDefault, setSetDefault] = useState(false)
  const [busy, setBusy] = useState(false)
  const mayDefault = useCan(decorPage.setDefault)
  const client = useQueryClient()
  const publish = useWrite(decorPage.publish, {
    once: true,
    onSuccess: (_, { body }) => {
      client.invalidateQueries()
      onPublished()
      if (body?.publishAt) showSuccess(`将在 ${shortTime(body.publishAt)} 发布`)
      else showPublished({ ...info, isDefault: info.isDefault || body?.setDefault === true })
    },
    onError: (error) => {
      const found =
        error instanceof CallError ? (error.body as { issues?: Issue[] } | undefined)?.issues?.[0] : undefined
      if (found) onIssue(found)
    },
  })
  const errors = issues.filter(({ level }) => level === 'error').length
  const waits = isTimed && !publishAt
  const noEnd = hasEnd && !offlineAt

  async function handlePublish() {
    setBusy(true)
    const isSaved = await onSave()
    setBusy(false)
    if (!isSaved) return
    publish.mutate({
      params: { id: info.id },
      body: {
        version: latestVersion(),
        note: note.trim(),
        ...(isTimed && publishAt ? { publishAt } : {}),
        ...(hasEnd && offlineAt ? { offlineAt } : {}),
        ...(setDefault ? { setDefault } : {}),
      },
    })
  }
  const act = isTimed
    ? publishAt
      ? `定时 ${shortTime(publishAt)} 发布`
      : '定时发布'
    : rows.length
      ? `发布 ${rows.length} 处`
      : '发布'
  return (
    <Can do={decorPage.publish}>
      <div className={styles.form}>
        <label htmlFor={noteId} className={styles.noteField}>
          这次改了什么 <small>写在版本名里</small>
          <Input id={noteId} maxLength={100} showCount value={note} onChange={({ target }) => setNote(target.value)} />
        </label>
        <div>
          什么时候
          <Space wrap style={{ display: 'flex' }}>
            <Radio.Group
              value={isTimed}
              onChange={({ target }) => setTimed(target.value)}
              options={[
                { value: false, label: '现在' },
                { value: true, label: '定时' },
              ]}
            />
            {isTimed && <WireTimePicker value={publishAt} onChange={setPublishAt} aria-label="发布时间" />}
          </Space>
        </div>
        <Space wrap>
          <Checkbox checked={hasEnd} onChange={({ target }) => setHasEnd(target.checked)}>
            到时候下线
          </Checkbox>
          {hasEnd && <WireTimePicker value={offlineAt} onChange={setOfflineAt} aria-label="下线时间" />}
          {hasEnd && offlineAt && <small>{afterEnd(offlineAt, versions, info)}</small>}
        </Space>
        {mayDefault && (
          <Checkbox
            checked={setDefault || info.isDefault}
            disabled={info.isDefault}
            onChange={({ target }) => setSetDefault(target.checked)}
          >
            {info.type === 4 ? '同时设为个人中心' : '同时设为首页'} {info.isDefault && <small>它已经是了</small>}
          </Checkbox>
        )}
      </div>
      <div className={styles.drawerFoot}>
        <span className={styles.note}>
          {waits || noEnd
            ? `请选择${waits ? '发布' : '下线'}时间`
            : isTimed
              ? '定时发布的是现在这份草稿；之后再改，要重新定时'
              : errors
                ? `有 ${errors} 个错误，修正后才能发布`
                : ''}
        </span>
        <WriteButton
          type="primary"
          of={{ ...publish, isPending: publish.isPending || busy }}
          disabled={errors > 0 || waits || noEnd}
          onClick={handlePublish}
        >
          {act}
        </WriteButton>
      </div>
    </Can>
  )
}

/** What follows the end: a schedule that is due then, the last version without an end where a page may not go dark, or nothing. */
function afterEnd(end: string, versions: readonly PageVersion[], { isDefault, terminal }: PageInfo): string {
  const next = versions
    .filter(({ scheduleId, publishAt }) => scheduleId !== null && publishAt !== null && publishAt <= end)
    .toSorted((one, other) => ((one.publishAt ?? '') < (other.publishAt ?? '') ? 1 : -1))[0]
  if (next) return `之后「${next.note || '定时'}」接上`
  const before = versions.find(({ no, offlineAt }) => no !== null && !offlineAt)
  if (!isDefault || terminal !== 3) return '之后下线'
  return before ? `之后回到 ${versionName(before)}` : '之后没有别的版本可接，会一直显示'
}
