import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import BarsOutlined from '@ant-design/icons/es/icons/BarsOutlined'
import { attachment, NO_GROUP } from '@zhanggui/contract/file/attachment.ts'
import { type FileRow, file } from '@zhanggui/contract/file/file.ts'
import {
  extensionOf,
  fileProviderNames,
  fileProviders,
  fileTypeNames,
  fileTypes,
  formatBytes,
} from '@zhanggui/domain/file/file-type.ts'
import { Segmented, Select } from 'antd'
import { useState } from 'react'
import { uploadTo } from '../../../api/upload.ts'
import { uploadFile } from '../../../api/upload-file.ts'
import { refreshShown } from '../../../api/write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { FilePreview } from '../../../kit/media/file-preview.tsx'
import { FileThumb } from '../../../kit/media/file-thumb.tsx'
import { useAddress } from '../../../kit/page/use-address.ts'
import { ChooseButton, DropZone, useUploadLimits } from '../../../kit/upload/upload.tsx'
import { faultOfFile, pastedFiles } from '../../../kit/upload/upload-limits.ts'
import { UploadProgress, useUploadQueue } from '../../../kit/upload/upload-queue.tsx'
import { FileDialog } from '../components/file-dialog.tsx'
import { FileGrid } from '../components/file-grid.tsx'
import { StorageTools } from '../components/storage-tools.tsx'
import { UnfinishedUploads } from '../components/unfinished-uploads.tsx'

/** Stored privately on the server itself, whatever the storage. */
const CERTIFICATES = new Map(['p12', 'pem'].map((extension) => [extension, 100 * 1024]))

export default function FileListPage() {
  const list = useList(file.list)
  const address = useAddress()
  const asTable = new URLSearchParams(address.search).get('view') === 'table'
  const [previewed, setPreviewed] = useState<FileRow>()
  const [renamed, setRenamed] = useState<FileRow>()
  // A file that is not added to the library is deleted after a day.
  const mayAdd = [useCan(file.save), useCan(attachment.save)].every(Boolean)
  const limits = new Map([...useUploadLimits(['image', 'video', 'document']), ...CERTIFICATES])
  const queue = useUploadQueue(
    (one) => faultOfFile(one, limits),
    (one, options) =>
      CERTIFICATES.has(extensionOf(one.name))
        ? uploadTo(file.save, one, options)
        : uploadFile(one, { ...options, groupId: NO_GROUP }),
    refreshShown,
  )

  async function handlePaste(data: DataTransfer) {
    const pasted = pastedFiles(data)
    if (
      pasted.length &&
      (await confirm({ content: `上传粘贴的 ${pasted.length} 个文件？`, okText: `上传 ${pasted.length} 个` }))
    )
      queue.add(pasted)
  }

  const page = (
    <ListPage
      purpose="上传到文件存储的文件都在这里：存在哪里、有多大"
      list={list}
      filters={[
        'blurry',
        { name: 'type', control: <Select allowClear placeholder="全部" options={typeOptions} /> },
        { name: 'provider', control: <Select allowClear placeholder="全部" options={providerOptions} /> },
        'createTime',
      ]}
      columns={[
        {
          name: 'thumbUrl',
          title: '预览',
          width: 72,
          render: (row) => <FileThumb file={row} onOpen={() => setPreviewed(row)} />,
        },
        { name: 'name', title: '文件名', ellipsis: true, width: 200 },
        { name: 'realName', title: '原文件名', hidden: true },
        { name: 'suffix', title: '格式', width: 80, hidden: true },
        { name: 'type', title: '类型', width: 80, render: ({ type }) => fileTypeNames[type] },
        { name: 'bytes', title: '大小', width: 90, render: ({ bytes }) => formatBytes(bytes) },
        { name: 'width', title: '尺寸', width: 104, render: formatSize },
        { name: 'refCount', title: '使用次数', width: 88 },
        { name: 'provider', title: '存储方式', width: 100, render: ({ provider }) => fileProviderNames[provider] },
        {
          name: 'scope',
          title: '访问',
          width: 80,
          hidden: true,
          render: ({ scope }) => (scope === 'public' ? '公开' : '私有'),
        },
        { name: 'createBy', title: '上传人', width: 96 },
        { name: 'createTime', title: '上传时间', width: 170 },
        { name: 'hash', title: 'SHA-256', hidden: true },
      ]}
      exports={file.download}
      // The grid has no checkboxes: each picture has its actions below it.
      edit={asTable ? file.update : undefined}
      remove={asTable ? file.remove : undefined}
      dialog={(row, close) => row && <FileDialog row={row} onClose={close} />}
      actions={(row) => (
        <RowAction reads onClick={() => setPreviewed(row)}>
          预览
        </RowAction>
      )}
      tools={
        <>
          {mayAdd && (
            <ChooseButton primary multiple limits={limits} onFiles={queue.add}>
              上传
            </ChooseButton>
          )}
          <StorageTools />
          <Segmented
            aria-label="显示方式"
            value={asTable ? 'table' : 'grid'}
            options={[
              { value: 'grid', icon: <AppstoreOutlined aria-label="宫格" /> },
              { value: 'table', icon: <BarsOutlined aria-label="列表" /> },
            ]}
            onChange={(view) => {
              const next = address.latest()
              if (view === 'grid') next.delete('view')
              else next.set('view', view)
              address.replace(next)
            }}
          />
        </>
      }
      draw={asTable ? undefined : (rows) => <FileGrid rows={rows} onPreview={setPreviewed} onRename={setRenamed} />}
    />
  )
  return (
    <>
      {mayAdd ? (
        <DropZone label="可将文件拖到此处上传" onFiles={queue.add} onPaste={handlePaste}>
          <UploadProgress queue={queue} />
          <UnfinishedUploads sending={queue.uploads.map(({ file: { name } }) => name)} />
          {page}
        </DropZone>
      ) : (
        page
      )}
      {previewed && <FilePreview file={previewed} onClose={() => setPreviewed(undefined)} />}
      {renamed && <FileDialog row={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  )
}

const typeOptions = Object.values(fileTypes).map((value) => ({ value, label: fileTypeNames[value] }))
const providerOptions = fileProviders.map((value) => ({ value, label: fileProviderNames[value] }))
const formatSize = ({ width, height }: FileRow) => (width && height ? `${width}×${height}` : '')
