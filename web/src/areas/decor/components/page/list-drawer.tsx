import { useQuery } from '@tanstack/react-query'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { checkPublish, type Issue } from '@zhanggui/page-kit/check.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { SidePanel } from '../../../../kit/dialog/side-panel.tsx'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { pageOf } from '../../model/page-store.ts'
import { PreviewDialog } from '../designer/preview-dialog.tsx'
import { PublishDrawer } from '../designer/publish-drawer.tsx'

/** 发布与版本 of a page in the list, which is not open to be edited. */
export default function ListDrawer({
  id,
  name,
  timed = false,
  onClose,
}: {
  id: number
  name: string
  timed?: boolean
  onClose: () => void
}) {
  const { data, error, refetch } = useQuery(read(decorPage.info, { params: { id } }))
  const checked = useQuery(read(decorPage.validate, { body: { id } }))
  const mayUpdate = useCan(decorPage.update)
  const navigate = useNavigate()
  const [seen, setSeen] = useState<number>()
  if (error)
    return (
      <SidePanel title={`发布与版本　${name}`} width={480} onClose={onClose}>
        <FailedBlock error={error} onRetry={refetch} />
      </SidePanel>
    )
  if (!data) return null
  const draft = pageOf(data)
  const issues = (checked.data?.issues as Issue[] | undefined) ?? checkPublish(draft)
  return (
    <>
      <PublishDrawer
        info={data}
        draft={draft}
        latestVersion={() => data.version}
        issues={issues}
        title={name}
        readOnly={!mayUpdate}
        timed={timed}
        onSave={async () => true}
        onIssue={() => navigate(`/design/editor/${id}?type=edit`)}
        onTaken={() => refetch()}
        onPreview={setSeen}
        onPublished={onClose}
        onClose={onClose}
      />
      {seen !== undefined && (
        <PreviewDialog of={data} versionId={seen} name={name} onClose={() => setSeen(undefined)} />
      )}
    </>
  )
}
