import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { Button, Slider } from 'antd'
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'
import { reactToError } from '../../../../api/reactions.ts'
import { loadInfo } from '../../../../api/session.ts'
import { uploadTo } from '../../../../api/upload.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { showError, showSuccess } from '../../../../kit/feedback/feedback.ts'
import { ChooseButton } from '../../../../kit/upload/upload.tsx'
import { faultOfFile } from '../../../../kit/upload/upload-limits.ts'
import styles from './avatar-dialog.module.css'

const SENT = 512
const MB = 1024 * 1024
/** The accepted types and sizes; the picture is scaled down before it is sent. */
const limits = new Map(['jpg', 'jpeg', 'png', 'webp'].map((extension) => [extension, 20 * MB]))

type Place = { x: number; y: number; zoom: number }
const START: Place = { x: 0, y: 0, zoom: 1 }

/** Lets users choose a picture of themselves and the square of it that is shown. */
export function AvatarDialog({ onClose }: { onClose: () => void }) {
  const [picture, setPicture] = useState<HTMLImageElement>()
  const [place, setPlace] = useState(START)
  const [sending, setSending] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (picture && canvas.current) draw(canvas.current, picture, place)
  }, [picture, place])
  useEffect(() => () => URL.revokeObjectURL(picture?.src ?? ''), [picture])

  async function choose(file: File | undefined) {
    if (!file) return
    const fault = faultOfFile(file, limits)
    if (fault) return showError(fault)
    const image = new Image()
    image.src = URL.createObjectURL(file)
    try {
      await image.decode()
      setPlace(START)
      setPicture(image)
    } catch {
      showError('图片已损坏或无法识别，请更换图片')
    }
  }

  function handleDrag(start: ReactPointerEvent<HTMLCanvasElement>) {
    if (!picture) return
    const { currentTarget: target, pointerId } = start
    target.setPointerCapture(pointerId)
    const ratio = SENT / target.clientWidth
    const move = ({ clientX, clientY }: PointerEvent) =>
      setPlace(
        within(picture, {
          ...place,
          x: place.x + (clientX - start.clientX) * ratio,
          y: place.y + (clientY - start.clientY) * ratio,
        }),
      )
    target.addEventListener('pointermove', move)
    target.addEventListener('lostpointercapture', () => target.removeEventListener('pointermove', move), { once: true })
  }

  async function save() {
    const blob = await new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve, 'image/png'))
    if (!blob) return
    setSending(true)
    try {
      await uploadTo(userCenter.updateAvatar, new File([blob], 'avatar.png', { type: 'image/png' }))
      await loadInfo()
      showSuccess('头像已更新')
      onClose()
    } catch (error) {
      reactToError(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <Dialog
      title="修改头像"
      width={420}
      onCancel={onClose}
      okText="确认"
      cancelText="取消"
      okButtonProps={{ disabled: !picture }}
      of={{ isPending: sending, route: userCenter.updateAvatar }}
      onOk={save}
    >
      <div className={styles.body}>
        <canvas
          ref={canvas}
          className={styles.view}
          width={SENT}
          height={SENT}
          aria-label="头像预览，可拖动调整位置"
          onPointerDown={handleDrag}
        />
        {picture ? (
          <>
            <Slider
              className={styles.zoom}
              min={1}
              max={4}
              step={0.05}
              value={place.zoom}
              aria-label="缩放"
              tooltip={{ formatter: null }}
              onChange={(zoom) => setPlace(within(picture, { ...place, zoom }))}
            />
            <div className={styles.actions}>
              <ChooseButton limits={limits} onFiles={([file]) => choose(file)}>
                换一张
              </ChooseButton>
              <Button onClick={() => setPlace(START)}>复位</Button>
            </div>
          </>
        ) : (
          <>
            <ChooseButton primary limits={limits} onFiles={([file]) => choose(file)}>
              选择图片
            </ChooseButton>
            <p className={styles.hint}>支持 jpg、png、webp 格式，将裁剪为正方形</p>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** The picture's size when its shorter side fills the square, times the zoom. */
function sizeOf({ naturalWidth, naturalHeight }: HTMLImageElement, zoom: number) {
  const scale = (SENT / Math.min(naturalWidth, naturalHeight)) * zoom
  return { width: naturalWidth * scale, height: naturalHeight * scale }
}

/** Limits the position so that the picture always covers the whole square. */
function within(picture: HTMLImageElement, { x, y, zoom }: Place): Place {
  const { width, height } = sizeOf(picture, zoom)
  const limit = (value: number, length: number) => {
    const max = (length - SENT) / 2
    return Math.min(Math.max(value, -max), max)
  }
  return { x: limit(x, width), y: limit(y, height), zoom }
}

function draw(canvas: HTMLCanvasElement, picture: HTMLImageElement, { x, y, zoom }: Place) {
  const { width, height } = sizeOf(picture, zoom)
  const brush = canvas.getContext('2d')
  brush?.clearRect(0, 0, SENT, SENT)
  brush?.drawImage(picture, (SENT - width) / 2 + x, (SENT - height) / 2 + y, width, height)
}
