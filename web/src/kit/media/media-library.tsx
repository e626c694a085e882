import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import BarsOutlined from '@ant-design/icons/es/icons/BarsOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import ScissorOutlined from '@ant-design/icons/es/icons/ScissorOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import {
  type Attachment,
  AttachmentChange,
  AttachmentMove,
  attachment,
  NO_GROUP,
} from '@zhanggui/contract/file/attachment.ts'
import type { FileRow } from '@zhanggui/contract/file/file.ts'
import { type FileType, fileTypeNames, fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { Button, Form, Input, Segmented, Select, Tabs } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { uploadFile } from '../../api/upload-file.ts'
import { useWrite } from '../../api/use-write.ts'
import { refreshShown } from '../../api/write.ts'
import { Can, useCan } from '../access/can.tsx'
import { WriteButton } from '../access/write-button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { FormDialog } from '../dialog/form-dialog.tsx'
import { confirmDelete } from '../feedback/confirm-delete.ts'
import { copy } from '../feedback/copy.ts'
import { confirm, showError } from '../feedback/feedback.ts'
import { Field } from '../form/field.tsx'
import { WriteForm } from '../form/write-form.tsx'
import { loadChunk } from '../page/load-chunk.ts'
import { Named } from '../page/named.tsx'
import { useSettings } from '../settings/settings.ts'
import { ChooseButton, DropZone, useUploadLimits } from '../upload/upload.tsx'
import { faultOfFile, pastedFiles, type UploadKind } from '../upload/upload-limits.ts'
import { UploadProgress, useUploadQueue } from '../upload/upload-queue.tsx'
import styles from './media.module.css'
import { MediaGrid } from './media-grid.tsx'
import { GroupSelect, MediaGroups } from './media-groups.tsx'
import { MediaPreview } from './media-preview.tsx'
import { MediaTable } from './media-table.tsx'
import { mediaUrl, wholeUrl } from './media-url.ts'
import type { MediaFilter } from './use-media.ts'

const CropDialog = lazy(() => loadChunk(() => import('./crop-dialog.tsx')))

const kindOf: Record<FileType, UploadKind> = { 1: 'image', 2: 'video', 3: 'document', 4: 'document' }
/** Picture types that browsers can re-encode: not animated and not vector. */
const croppable = ['png', 'jpg', 'jpeg', 'webp']
const sorts = [
  { value: 'time', label: '按时间' },
  { value: 'name', label: '按名称' },
  { value: 'size', label: '按大小' },
] as const
const finds = [
  { value: 'unused', label: '未使用' },
  { value: 'duplicate', label: '内容重复' },
] as const

export type MediaLibraryProps = {
  filter: MediaFilter
  /** Told only what changes: the page knows what else was last asked for. */
  onFilter: (change: Partial<MediaFilter>) => void
  /** The file types offered as tabs. */
  types: readonly FileType[]
  /** In the order of choice. */
  chosen: readonly Attachment[]
  onChoose: (rows: readonly Attachment[]) => void
  /** Set when files are only picked here: called for each upload. Without it the files are managed. */
  onUploaded?: (row: Attachment, place?: number) => void
  /** Whether the list is shown instead of the pictures. */
  asTable?: boolean
  onTable?: (asTable: boolean) => void
  /** Height of the frame in which the pictures scroll, in CSS. */
  height: string
}

/** The media library: groups, tabs by type, search, and uploads by button, drop and paste. */
export function MediaLibrary(props: MediaLibraryProps) {
  const { filter, onFilter, types, chosen, onChoose, onUploaded, asTable = false, onTable, height } = props
  const manage = !onUploaded
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const [opened, setOpened] = useState<Attachment>()
  const [renamed, setRenamed] = useState<Attachment>()
  const [moving, setMoving] = useState(false)
  const [cropped, setCropped] = useState<File>()
  const mayAdd = useCan(attachment.save) && !filter.recycled
  const limits = useUploadLimits([kindOf[filter.type]])
  const cropLimits = new Map([...limits].filter(([extension]) => croppable.includes(extension)))
  const group = Math.max(NO_GROUP, filter.groupId)
  const queue = useUploadQueue(
    (file) => faultOfFile(file, limits),
    async (file, options, place) => keepDescribed(await uploadFile(file, { ...options, groupId: group }), place),
    refreshShown,
  )
  const keepDescribed = (row: FileRow, place?: number) => onUploaded?.({ ...row, deleteTime: null }, place)

  const forget = (gone: readonly number[]) => onChoose(chosen.filter(({ id }) => !gone.includes(id)))
  const remove = useWrite(attachment.remove, {
    message: '已移到回收站',
    onSuccess: (_, { params }) => forget(params.ids),
  })
  const restore = useWrite(attachment.restore, { message: '恢复成功', onSuccess: (_, { body }) => forget(body.ids) })

  const change = (part: Partial<MediaFilter>) => {
    // Files that are no longer visible are deselected, so that actions do not affect them unseen.
    if (manage) onChoose([])
    onFilter(part)
  }
  const toggle = (row: Attachment) => {
    const others = chosen.filter(({ id }) => id !== row.id)
    onChoose(others.length < chosen.length ? others : [...chosen, row])
  }
  const copyLinks = (rows: readonly Attachment[]) => copy(rows.map(({ url }) => wholeUrl(url, mediaDomain)).join('\n'))

  async function handleRemove(rows: readonly Attachment[]) {
    const used = rows.filter(({ refCount }) => refCount > 0).length
    const warning = used ? `其中 ${used} 个正在使用，从使用它们的地方移除之前不会真正删除。` : '30 天内可以恢复。'
    if (!(await confirmDelete(`删除 ${rows.length} 个素材？${warning}`, `删除 ${rows.length} 个`))) return
    remove.mutate({ params: { ids: rows.map(({ id }) => id) }, query: { force: used > 0 } })
  }

  async function handlePaste(data: DataTransfer) {
    const pasted = pastedFiles(data)
    if (
      pasted.length &&
      (await confirm({ content: `上传粘贴的 ${pasted.length} 个文件？`, okText: `上传 ${pasted.length} 个` }))
    )
      queue.add(pasted)
  }

  function handleCrop([file]: readonly File[]) {
    if (!file) return
    // Its size is checked after cropping.
    const fault = faultOfFile({ name: file.name, size: 1 }, cropLimits)
    if (fault) showError(fault)
    else setCropped(file)
  }

  const actions = (row: Attachment) => (
    <>
      <ActionButton label="预览" of={row} icon={<EyeOutlined aria-hidden />} onClick={() => setOpened(row)} />
      {manage && !filter.recycled && (
        <>
          <Can do={attachment.update}>
            <ActionButton label="重命名" of={row} icon={<EditOutlined aria-hidden />} onClick={() => setRenamed(row)} />
          </Can>
          <ActionButton
            label="复制链接"
            of={row}
            icon={<LinkOutlined aria-hidden />}
            onClick={() => copyLinks([row])}
          />
          <ActionButton
            label="下载"
            of={row}
            icon={<DownloadOutlined aria-hidden />}
            href={mediaUrl(row.url, mediaDomain)}
            download={row.name}
          />
          <Can do={attachment.remove}>
            <ActionButton
              label="删除"
              of={row}
              danger
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => handleRemove([row])}
            />
          </Can>
        </>
      )}
      {manage && filter.recycled && (
        <Can do={attachment.restore}>
          <ActionButton
            label="恢复"
            of={row}
            icon={<UndoOutlined aria-hidden />}
            onClick={() => restore.mutate({ body: { ids: [row.id] } })}
          />
        </Can>
      )}
    </>
  )

  const [only] = chosen.length === 1 ? chosen : []
  const ids = chosen.map(({ id }) => id)
  const content = (
    <div className={styles.library}>
      <MediaGroups
        value={filter}
        // The recycle bin has no such filter.
        onChange={(choice) => change({ ...choice, ...(choice.recycled && { find: undefined }) })}
        manage={manage}
      />
      <div className={styles.main}>
        {types.length > 1 && (
          <Tabs
            activeKey={String(filter.type)}
            items={types.map((type) => ({ key: String(type), label: fileTypeNames[type] }))}
            onChange={(key) => change({ type: Number(key) as FileType })}
            tabBarStyle={{ marginBottom: 0 }}
          />
        )}
        <div className={styles.tools}>
          {mayAdd && (
            <ChooseButton primary multiple limits={limits} onFiles={queue.add}>
              上传
            </ChooseButton>
          )}
          {mayAdd && filter.type === fileTypes.image && (
            <ChooseButton icon={<ScissorOutlined aria-hidden />} limits={cropLimits} onFiles={handleCrop}>
              裁剪上传
            </ChooseButton>
          )}
          {manage && !filter.recycled && chosen.length > 0 && (
            <>
              <Can do={attachment.move}>
                <Button onClick={() => setMoving(true)}>移动至</Button>
              </Can>
              <Can do={attachment.remove}>
                <WriteButton danger of={remove} onClick={() => handleRemove(chosen)}>
                  删除
                </WriteButton>
              </Can>
              {only && (
                <Can do={attachment.update}>
                  <Button onClick={() => setRenamed(only)}>重命名</Button>
                </Can>
              )}
              <Button onClick={() => copyLinks(chosen)}>复制链接</Button>
            </>
          )}
          {manage && filter.recycled && chosen.length > 0 && (
            <Can do={attachment.restore}>
              <Button onClick={() => restore.mutate({ body: { ids } })}>恢复</Button>
            </Can>
          )}
          <div className={styles.toolsEnd}>
            <Input.Search
              key={filter.name}
              className={styles.search}
              allowClear
              defaultValue={filter.name}
              placeholder="搜索名称"
              aria-label="搜索名称"
              maxLength={100}
              onSearch={(name) => change({ name: name.trim() || undefined })}
            />
            {manage && !filter.recycled && (
              <Select
                allowClear
                aria-label="查找"
                placeholder="查找"
                value={filter.find}
                options={[...finds]}
                onChange={(find) => change({ find })}
                style={{ width: 110 }}
              />
            )}
            <Select
              aria-label="排序"
              value={filter.sort}
              options={[...sorts]}
              onChange={(sort) => change({ sort })}
              style={{ width: 100 }}
            />
            {onTable && (
              <Segmented
                aria-label="显示方式"
                value={asTable ? 'table' : 'grid'}
                options={[
                  { value: 'grid', icon: <AppstoreOutlined aria-label="宫格" /> },
                  { value: 'table', icon: <BarsOutlined aria-label="列表" /> },
                ]}
                onChange={(view) => onTable(view === 'table')}
              />
            )}
          </div>
        </div>
        <UploadProgress queue={queue} />
        {asTable ? (
          <MediaTable
            key={JSON.stringify(filter)}
            filter={filter}
            chosen={chosen}
            onChoose={onChoose}
            actions={actions}
            onOpen={setOpened}
          />
        ) : (
          <MediaGrid
            key={JSON.stringify(filter)}
            filter={filter}
            chosen={chosen}
            actions={actions}
            height={height}
            ordered={!manage}
            onToggle={toggle}
            onOpen={setOpened}
          />
        )}
      </div>
    </div>
  )
  return (
    <>
      {mayAdd ? (
        <DropZone label="可将文件拖到此处上传" onFiles={queue.add} onPaste={handlePaste}>
          {content}
        </DropZone>
      ) : (
        content
      )}
      {cropped && (
        <Suspense fallback={null}>
          <CropDialog
            file={cropped}
            onClose={() => setCropped(undefined)}
            onCropped={(file) => {
              setCropped(undefined)
              queue.add([file])
            }}
          />
        </Suspense>
      )}
      {opened && <MediaPreview file={opened} onClose={() => setOpened(undefined)} />}
      {renamed && (
        <FormDialog
          name="素材"
          title="重命名"
          add={attachment.update}
          edit={attachment.update}
          row={{ id: renamed.id, name: renamed.name }}
          width={480}
          onClose={() => {
            setRenamed(undefined)
            onChoose([])
          }}
        >
          <Field of={AttachmentChange} name="name" />
        </FormDialog>
      )}
      {moving && (
        <MoveDialog
          ids={ids}
          onClose={() => setMoving(false)}
          onMoved={() => {
            setMoving(false)
            onChoose([])
          }}
        />
      )}
    </>
  )
}

function MoveDialog({ ids, onClose, onMoved }: { ids: number[]; onClose: () => void; onMoved: () => void }) {
  const [form] = Form.useForm<{ groupId: number }>()
  const move = useWrite(attachment.move, { message: '移动成功', form, onSuccess: onMoved })
  return (
    <Dialog title={`移动 ${ids.length} 个素材`} width={420} of={move} onCancel={onClose} onOk={form.submit}>
      <WriteForm
        of={move}
        form={form}
        layout="vertical"
        onFinish={({ groupId }) => move.mutate({ body: { groupId, ids } })}
      >
        <Field of={AttachmentMove} name="groupId" label="移动至">
          <GroupSelect />
        </Field>
      </WriteForm>
    </Dialog>
  )
}

type ActionProps = { label: string; of: Attachment; icon: ReactNode; danger?: boolean } & (
  | { onClick: () => void }
  | { href: string; download: string }
)

function ActionButton({ label, of: { name }, ...button }: ActionProps) {
  return (
    <Named name={label}>
      <Button type="text" size="small" aria-label={`${label}：${name}`} {...button} />
    </Named>
  )
}
