import RotateLeftOutlined from '@ant-design/icons/es/icons/RotateLeftOutlined'
import RotateRightOutlined from '@ant-design/icons/es/icons/RotateRightOutlined'
import { Alert, Button, Segmented, Slider, Spin } from 'antd'
import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { Dialog } from '../dialog/dialog.tsx'
import { Named } from '../page/named.tsx'
import { cutOf, type Frame, largestFrame, type Turns, turnedFrame, turnedSize, whole } from './crop.ts'
import styles from './crop-dialog.module.css'
import { cropPicture, drawCut } from './crop-picture.ts'

const ratios = { 自由: undefined, '1:1': 1, '4:3': 4 / 3, '16:9': 16 / 9 } as const
type Ratio = keyof typeof ratios

/** Longest side of the preview, px: a large photograph is not redrawn in full at every turn. */
const SHOWN = 2048
const labels = {
  cropArea: '裁剪框，用方向键移动',
  nwDragHandle: '左上角，用方向键调整',
  nDragHandle: '上边，用方向键调整',
  neDragHandle: '右上角，用方向键调整',
  eDragHandle: '右边，用方向键调整',
  seDragHandle: '右下角，用方向键调整',
  sDragHandle: '下边，用方向键调整',
  swDragHandle: '左下角，用方向键调整',
  wDragHandle: '左边，用方向键调整',
}

export type CropDialogProps = {
  file: File
  onClose: () => void
  /** Receives the edited picture, under its original name. */
  onCropped: (file: File) => void
}

/** Crops and rotates a picture before it is uploaded. Render it only while it is open. */
export default function CropDialog({ file, onClose, onCropped }: CropDialogProps) {
  const [picture, setPicture] = useState<ImageBitmap>()
  const [fault, setFault] = useState<string>()
  const [turns, setTurns] = useState<Turns>(0)
  const [ratio, setRatio] = useState<Ratio>('自由')
  const [frame, setFrame] = useState<Frame>(whole)
  const [zoom, setZoom] = useState(1)
  const [making, setMaking] = useState(false)
  const body = useRef<HTMLElement>(null)

  useEffect(() => {
    let over = false
    decode(file).then((decoded) => {
      if (over) return
      if (decoded) setPicture(decoded)
      else setFault('这张图片无法打开：文件可能已损坏，或不是图片')
    })
    return () => {
      over = true
    }
  }, [file])
  // Enter uploads from the start.
  useEffect(() => body.current?.focus(), [])

  function turn(to: 'right' | 'left') {
    if (!picture) return
    const next = ((turns + (to === 'right' ? 1 : 3)) % 4) as Turns
    setTurns(next)
    setFrame(ratios[ratio] ? largestFrame(turnedSize(picture, next), ratios[ratio]) : turnedFrame(frame, to))
  }

  function chooseRatio(next: Ratio) {
    setRatio(next)
    if (picture && ratios[next]) setFrame(largestFrame(turnedSize(picture, turns), ratios[next]))
  }

  async function confirm() {
    if (!picture || making) return
    setMaking(true)
    const made = await cropPicture(file, picture, turns, frame)
    setMaking(false)
    if (made) onCropped(made)
    else setFault('图片太大，浏览器无法裁剪；请先缩小，或直接上传')
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || (event.target as Element).closest('button')) return
    event.preventDefault()
    confirm()
  }

  const cut = picture && cutOf(picture, turns, frame)
  return (
    <Dialog
      title="裁剪图片"
      width={760}
      okText="上传"
      okButtonProps={{ disabled: !picture }}
      confirmLoading={making}
      onCancel={onClose}
      onOk={confirm}
    >
      <section ref={body} className={styles.body} aria-label="裁剪图片" tabIndex={-1} onKeyDown={handleKey}>
        {fault && <Alert type="error" showIcon title={fault} />}
        {!picture && !fault && <Spin className={styles.wait} />}
        {picture && (
          <>
            <div className={styles.tools}>
              <Segmented<Ratio>
                aria-label="比例"
                value={ratio}
                options={Object.keys(ratios) as Ratio[]}
                onChange={chooseRatio}
              />
              <Named name="向左旋转 90°">
                <Button
                  icon={<RotateLeftOutlined aria-hidden />}
                  aria-label="向左旋转 90°"
                  onClick={() => turn('left')}
                />
              </Named>
              <Named name="向右旋转 90°">
                <Button
                  icon={<RotateRightOutlined aria-hidden />}
                  aria-label="向右旋转 90°"
                  onClick={() => turn('right')}
                />
              </Named>
              <div className={styles.zoom}>
                <span>缩放</span>
                <Slider
                  className={styles.slider}
                  ariaLabelForHandle="缩放"
                  min={1}
                  max={4}
                  step={0.1}
                  value={zoom}
                  tooltip={{ formatter: (value) => `${Math.round((value ?? 1) * 100)}%` }}
                  onChange={setZoom}
                />
              </div>
            </div>
            <Stage picture={picture} turns={turns} frame={frame} zoom={zoom} ratio={ratios[ratio]} onFrame={setFrame} />
            <p className={styles.note}>
              {file.name}，裁剪后 {cut?.width} × {cut?.height} 像素
            </p>
          </>
        )}
      </section>
    </Dialog>
  )
}

type StageProps = {
  picture: ImageBitmap
  turns: Turns
  frame: Frame
  zoom: number
  ratio: number | undefined
  onFrame: (frame: Frame) => void
}

/** The rotated picture with its crop frame; larger than its container once staff zoom in. */
function Stage({ picture, turns, frame, zoom, ratio, onFrame }: StageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { width, height } = turnedSize(picture, turns)
  useLayoutEffect(() => {
    const scale = Math.min(1, SHOWN / Math.max(picture.width, picture.height))
    if (canvas.current) drawCut(canvas.current, picture, cutOf(picture, turns, whole), scale)
  }, [picture, turns])
  // Keep the framed part visible.
  const middle = useRef({ x: 0, y: 0 })
  middle.current = { x: (frame.x + frame.width / 2) / 100, y: (frame.y + frame.height / 2) / 100 }
  useLayoutEffect(() => {
    const place = scroller.current
    if (!place || zoom === 1) return
    place.scrollLeft = middle.current.x * place.scrollWidth - place.clientWidth / 2
    place.scrollTop = middle.current.y * place.scrollHeight - place.clientHeight / 2
  }, [zoom])
  return (
    <div className={styles.stage}>
      <div ref={scroller} className={styles.scroller} style={{ overflow: zoom > 1 ? 'auto' : 'hidden' }}>
        <ReactCrop
          className={styles.crop ?? ''}
          style={{ '--ratio': width / height, '--zoom': zoom } as CSSProperties}
          ariaLabels={labels}
          {...(ratio && { aspect: ratio })}
          crop={{ unit: '%', ...frame }}
          keepSelection
          minWidth={24}
          minHeight={24}
          onChange={(_, percent) =>
            onFrame({ x: percent.x, y: percent.y, width: percent.width, height: percent.height })
          }
        >
          <canvas ref={canvas} className={styles.picture} />
        </ReactCrop>
      </div>
    </div>
  )
}

async function decode(file: File): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file)
  } catch {
    return
  }
}
