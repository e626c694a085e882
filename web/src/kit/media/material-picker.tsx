import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { type FileType, fileTypeNames, fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { Button, ConfigProvider } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import { confirmDelete } from '../feedback/confirm-delete.ts'
import { loadChunk } from '../page/load-chunk.ts'
import { Named } from '../page/named.tsx'
import { useSettings } from '../settings/settings.ts'
import { FileContent } from './file-preview.tsx'
import styles from './material-picker.module.css'
import type { MediaDialogProps } from './media-dialog.tsx'
import { mediaUrl } from './media-url.ts'

const Library = lazy(() => loadChunk(() => import('./media-dialog.tsx')))

/** The dialog 图片素材库, or that of another file type. Render it only while it is open. */
export function MaterialDialog(props: MediaDialogProps) {
  return (
    <Suspense fallback={null}>
      <Library {...props} />
    </Suspense>
  )
}

export type MaterialPickerProps = {
  id?: string
  type?: FileType
  /** The maximum number of files: above one the value is a list. */
  num?: number
  value?: string | readonly string[]
  onChange?: (value: string | string[]) => void
  disabled?: boolean
  /** Size of a tile, px. */
  size?: number
}

/** Pictures or other files of the media library as a field's value: their URLs, in an order staff can change. */
export function MaterialPicker(props: MaterialPickerProps) {
  const { id, type = fileTypes.image, num = 1, value, onChange, disabled, size = 150 } = props
  const { componentDisabled } = ConfigProvider.useConfig()
  const off = disabled ?? componentDisabled ?? false
  const [choosing, setChoosing] = useState(false)
  const [opened, setOpened] = useState<string>()
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const urls = [value ?? []].flat().filter(Boolean)
  const what = fileTypeNames[type]
  const room = num - urls.length
  const square = { width: size, height: size }

  const notify = (next: readonly string[]) => onChange?.(num > 1 ? [...next] : (next[0] ?? ''))
  const move = (from: number, to: number) => {
    const url = urls[from]
    if (url !== undefined && from !== to) notify(urls.toSpliced(from, 1).toSpliced(to, 0, url))
  }
  async function handleRemove(index: number) {
    if (await confirmDelete(`移除${what} ${index + 1}？`, '移除')) notify(urls.toSpliced(index, 1))
  }

  return (
    <>
      <ul className={styles.tiles}>
        {urls.map((url, index) => (
          <li
            key={url}
            className={styles.tile}
            style={square}
            data-over={over === index && dragged !== index}
            draggable={!off && urls.length > 1}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => {
              setDragged(undefined)
              setOver(undefined)
            }}
            onDragOver={(event) => {
              if (dragged === undefined) return
              event.preventDefault()
              setOver(index)
            }}
            onDrop={(event) => {
              if (dragged === undefined) return
              event.preventDefault()
              move(dragged, index)
            }}
          >
            <Face type={type} address={mediaUrl(url, mediaDomain)} name={`${what} ${index + 1}`} />
            <span className={styles.actions}>
              {num > 1 && (
                <ActionButton
                  label={`左移${what} ${index + 1}`}
                  icon={<LeftOutlined aria-hidden />}
                  disabled={off || index === 0}
                  onClick={() => move(index, index - 1)}
                />
              )}
              <ActionButton
                label={`预览${what} ${index + 1}`}
                icon={<EyeOutlined aria-hidden />}
                disabled={false}
                onClick={() => setOpened(url)}
              />
              <ActionButton
                label={`删除${what} ${index + 1}`}
                icon={<DeleteOutlined aria-hidden />}
                disabled={off}
                onClick={() => handleRemove(index)}
              />
              {num > 1 && (
                <ActionButton
                  label={`右移${what} ${index + 1}`}
                  icon={<RightOutlined aria-hidden />}
                  disabled={off || index === urls.length - 1}
                  onClick={() => move(index, index + 1)}
                />
              )}
            </span>
          </li>
        ))}
        {room > 0 && (
          <li>
            <button
              type="button"
              id={id}
              className={styles.add}
              style={square}
              disabled={off}
              // A form may have several: each is labelled like its field.
              aria-label={id === undefined ? `选择${what}` : undefined}
              onClick={() => setChoosing(true)}
            >
              <PlusOutlined aria-hidden />
              <span>{num > 1 ? `${urls.length}/${num}` : `选择${what}`}</span>
            </button>
          </li>
        )}
      </ul>
      {choosing && (
        <MaterialDialog
          type={type}
          max={room}
          onPick={(rows) => notify([...new Set([...urls, ...rows.map(({ url }) => url)])])}
          onClose={() => setChoosing(false)}
        />
      )}
      {opened !== undefined && (
        <Dialog title={`预览${what}`} width={720} footer={null} onCancel={() => setOpened(undefined)}>
          <FileContent type={type} name={what} address={mediaUrl(opened, mediaDomain)} />
        </Dialog>
      )}
    </>
  )
}

function Face({ type, address, name }: { type: FileType; address: string; name: string }) {
  if (type === fileTypes.video) return <video src={address} preload="metadata" muted aria-label={name} />
  return <img src={address} alt={name} loading="lazy" draggable={false} />
}

function ActionButton(props: { label: string; icon: ReactNode; disabled: boolean; onClick: () => void }) {
  const { label, ...button } = props
  return (
    <Named name={label.replace(/\D\D? \d+$/, '')}>
      <Button type="text" size="small" aria-label={label} {...button} />
    </Named>
  )
}
