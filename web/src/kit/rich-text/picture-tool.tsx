import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import { attachment } from '@zhanggui/contract/file/attachment.ts'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useCan } from '../access/can.tsx'
import { MaterialDialog } from '../media/material-picker.tsx'
import { ChooseButton } from '../upload/upload.tsx'
import type { UploadLimits } from '../upload/upload-limits.ts'
import type { Run } from './actions.tsx'
import { AddressForm } from './address-form.tsx'
import { PanelTool } from './tools.tsx'

/** Maximum number of pictures inserted at once. */
const MAX_PICTURES = 50
/** The width of a picture without a set width. */
export const OWN_WIDTH = '原始'
const widths = ['25%', '50%', '75%', '100%', OWN_WIDTH]

type PictureToolProps = {
  limits: UploadLimits
  /** Width of the selected picture; undefined if none is selected. */
  width: string | undefined
  disabled: boolean
  run: (action: Run) => void
  onFiles: (files: File[]) => void
}

/** 图片: inserts pictures from files, the library or the web, and sets their width. */
export function PictureTool({ limits, width, disabled, run, onFiles }: PictureToolProps) {
  const [picking, setPicking] = useState(false)
  const mayPick = useCan(attachment.list)
  return (
    <>
      <PanelTool label="图片" icon={<PictureOutlined />} pressed={width !== undefined} disabled={disabled}>
        {(close) => (
          <>
            {width !== undefined && (
              <Segmented
                aria-label="图片宽度"
                block
                options={widths}
                value={widths.includes(width) ? width : OWN_WIDTH}
                onChange={(chosen) => {
                  const attributes = { width: chosen === OWN_WIDTH ? null : chosen, height: null }
                  run((chain) => chain.updateAttributes('image', attributes))
                  close()
                }}
              />
            )}
            <ChooseButton
              limits={limits}
              multiple
              onFiles={(files) => {
                close()
                onFiles(files)
              }}
            >
              上传图片
            </ChooseButton>
            {mayPick && (
              <Button
                onClick={() => {
                  close()
                  setPicking(true)
                }}
              >
                从素材库选择
              </Button>
            )}
            <AddressForm
              label="图片地址"
              onDone={(src) => {
                run((chain) => chain.setImage({ src, alt: '' }))
                close()
              }}
            />
          </>
        )}
      </PanelTool>
      {picking && (
        <MaterialDialog
          max={MAX_PICTURES}
          onPick={(rows) =>
            run((chain) =>
              chain.insertContent(rows.map(({ url, name }) => ({ type: 'image', attrs: { src: url, alt: name } }))),
            )
          }
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}
