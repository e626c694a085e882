import type { Attachment } from '@zhanggui/contract/file/attachment.ts'
import { type FileType, fileTypeNames, fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { useState } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import { showWarning } from '../feedback/feedback.ts'
import { useIsPhone } from '../page/use-is-phone.ts'
import { MediaLibrary } from './media-library.tsx'
import { usePick } from './use-pick.ts'

export type MediaDialogProps = {
  type?: FileType
  /** The maximum number of files that may be chosen. */
  max: number
  /** Receives the chosen files, in the order of choice. */
  onPick: (rows: Attachment[]) => void
  onClose: () => void
}

const MIN_WIDTH = 760

/** The dialog 图片素材库, or that of another file type. */
export default function MediaDialog({ type = fileTypes.image, max, onPick, onClose }: MediaDialogProps) {
  const pick = usePick(type, max)
  const phone = useIsPhone()
  const [width] = useState(() => Math.max(MIN_WIDTH, Math.round(window.innerWidth * 0.7)))
  function handleOk() {
    if (!pick.chosen.length) return void showWarning(`请先选择${fileTypeNames[type]}`)
    onPick([...pick.chosen])
    onClose()
  }
  return (
    <Dialog
      title={`${fileTypeNames[type]}素材库`}
      width={width}
      cancelText="取消"
      okText="确定"
      onCancel={onClose}
      onOk={handleOk}
      // The buttons stay on the screen, however much is above them.
      styles={{ body: { maxHeight: phone ? undefined : 'calc(100dvh - 260px)', overflow: 'hidden auto' } }}
    >
      <MediaLibrary
        {...pick}
        types={[type]}
        height={phone ? 'calc(100dvh - 300px)' : 'clamp(160px, 100dvh - 380px, 560px)'}
      />
    </Dialog>
  )
}
