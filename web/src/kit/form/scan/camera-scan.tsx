import { Alert } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Dialog } from '../../dialog/dialog.tsx'
import styles from './camera-scan.module.css'
import { openCodeReader } from './read-code.ts'

/** Between two looks at the picture, ms. */
const LOOK_MS = 200

type CameraScanProps = {
  title: string
  /** The text of the first code shown to the camera. */
  onCode: (text: string) => void
  onClose: () => void
}

/** Reads a code with the camera at the back. Render it only while it is open. */
export default function CameraScan({ title, onCode, onClose }: CameraScanProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState('')
  const found = useEffectEvent(onCode)

  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    async function watch() {
      // Absent where the page did not come by https.
      if (!navigator.mediaDevices) return setProblem('浏览器只在 https 地址下允许使用摄像头，请输入核销码')
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const read = await openCodeReader()
      const shown = video.current
      if (isOver || !shown) return end()
      shown.srcObject = stream
      await shown.play()
      async function look() {
        if (isOver || !shown) return
        const text = await read(shown).catch(() => undefined)
        if (isOver) return
        if (text) found(text)
        else timer = setTimeout(look, LOOK_MS)
      }
      await look()
    }
    function end() {
      clearTimeout(timer)
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    watch().catch((error: unknown) => {
      end()
      if (!isOver) setProblem(whyNot(error))
    })
    return () => {
      isOver = true
      end()
    }
  }, [])

  return (
    <Dialog title={title} width={480} footer={null} onCancel={onClose}>
      {problem ? (
        <Alert type="warning" showIcon title={problem} />
      ) : (
        <div className={styles.frame}>
          <video ref={video} className={styles.video} muted playsInline aria-label="摄像头画面" />
          <p className={styles.hint}>把二维码放进框内</p>
        </div>
      )}
    </Dialog>
  )
}

function whyNot(error: unknown): string {
  const { name } = error as { name?: string }
  if (name === 'NotAllowedError') return '没有使用摄像头的权限：请在浏览器的网站设置中允许，或输入核销码'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return '没有找到摄像头，请输入核销码'
  return '摄像头打不开，请输入核销码'
}
