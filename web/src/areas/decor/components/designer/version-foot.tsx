import { useQueryClient } from '@tanstack/react-query'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { type PageVersion, pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { serverNow } from '../../../../api/server-time.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { confirm, showSuccess } from '../../../../kit/feedback/feedback.ts'
import { WireTimePicker } from '../../../../kit/form/dates/wire-time-picker.tsx'
import { pageOf } from '../../model/page-store.ts'
import { shortTime, versionName } from '../../model/page-words.ts'
import styles from './designer.module.css'
import type { PublishDrawerProps } from './publish-drawer.tsx'
import { showPublished } from './published-dialog.tsx'

type Given = Pick<
  PublishDrawerProps,
  'info' | 'latestVersion' | 'readOnly' | 'onTaken' | 'onSave' | 'onPreview' | 'onPublished'
> & { chosen: PageVersion }

/** A version: looked at, put back, its time changed. */
export function VersionFoot({ info, chosen, latestVersion, readOnly, onTaken, onSave, onPreview, onPublished }: Given) {
  const mayPublish = useCan(decorPage.publish)
  const [publishAt, setPublishAt] = useState(chosen.publishAt)
  const client = useQueryClient()
  const rollback = useWrite(pageVersion.rollback, {
    once: true,
    onSuccess: async (answer, { body }) => {
      const after = await call(decorPage.info, { params: { id: info.id } })
      onTaken(pageOf(after), answer.version, `恢复到 ${versionName(chosen)}`)
      client.invalidateQueries()
      showSuccess(body.publish ? '已恢复并发布' : '已恢复，撤销可以回来')
      if (!body.publish) return
      onPublished()
      showPublished(info)
    },
  })
  const cancel = useWrite(decorPage.cancelSchedule, { message: '已取消定时' })
  const move = useWrite(decorPage.updateSchedule, { message: '已改时间' })
  const isWaiting = chosen.scheduleId !== null

  async function handleRollback(publish: boolean) {
    const content = `${publish ? '恢复并发布' : '恢复到'} ${versionName(chosen)}（${shortTime(chosen.createTime)}）？现在的草稿会留作一个版本，可以再找回来。`
    if (!(await confirm({ content, okText: publish ? '恢复并发布' : '恢复' }))) return
    if (!(await onSave())) return
    rollback.mutate({ body: { versionId: chosen.id, version: latestVersion(), publish } })
  }
  return (
    <div className={styles.drawerFoot}>
      <span className={styles.note} />
      <Button onClick={() => onPreview(chosen.id)}>查看</Button>
      {isWaiting && mayPublish && chosen.scheduleId !== null && (
        <>
          <WireTimePicker value={publishAt} onChange={setPublishAt} aria-label="发布时间" />
          <WriteButton
            of={move}
            disabled={!publishAt || publishAt === chosen.publishAt || publishAt < toWireTime(serverNow())}
            onClick={() =>
              move.mutate({
                params: { id: chosen.scheduleId as number },
                body: { publishAt: publishAt ?? '', ...(chosen.offlineAt ? { offlineAt: chosen.offlineAt } : {}) },
              })
            }
          >
            改时间
          </WriteButton>
          <WriteButton
            of={cancel}
            danger
            onClick={() => cancel.mutate({ params: { id: chosen.scheduleId as number } })}
          >
            取消定时
          </WriteButton>
        </>
      )}
      {!readOnly && (
        <WriteButton of={rollback} onClick={() => handleRollback(false)}>
          恢复到此版本
        </WriteButton>
      )}
      {!readOnly && mayPublish && !isWaiting && !chosen.live && (
        <WriteButton type="primary" of={rollback} onClick={() => handleRollback(true)}>
          恢复并发布
        </WriteButton>
      )}
    </div>
  )
}
