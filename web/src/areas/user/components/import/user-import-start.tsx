import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { useMutation } from '@tanstack/react-query'
import {
  type GivenColumns,
  MAX_USER_SHEET,
  type UserImportMode,
  userImport,
} from '@zhanggui/contract/user/user-import.ts'
import { Button, Form } from 'antd'
import { call } from '../../../../api/call.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { uploadTo } from '../../../../api/upload.ts'
import { saveFile } from '../../../../kit/download.ts'
import { ColumnHints } from '../../../../kit/form/field-hint.tsx'
import styles from '../../../../kit/import/import.module.css'
import { ImportModes } from '../../../../kit/import/import-modes.tsx'
import { ImportUpload, useSheetCheck } from '../../../../kit/import/import-upload.tsx'
import { userImportHelp } from '../../field-help.ts'

/** The chosen file and how it is read, kept while staff look at the result. */
export type ImportChoice = { file?: File; mode: UserImportMode; columns?: GivenColumns }

export const LIMITS = new Map(['xlsx', 'csv'].map((extension) => [extension, MAX_USER_SHEET]))
const modeHints = {
  upsert: '店里没有的客户新增，已有的按表格更新',
  create: '手机号已存在的列为错误，不会改动',
  update: '只改已有的客户，找不到的列为错误',
}

/** What is sent with a file. */
export const fieldsOf = ({ mode, columns = {} }: ImportChoice): Record<string, string> => ({
  mode,
  ...(Object.keys(columns).length && { columns: JSON.stringify(columns) }),
})

type Props = {
  choice: ImportChoice
  onChoice: (choice: ImportChoice) => void
  /** Called with the id of the import that the file has become. */
  onChecked: (id: number) => void
}

/** Step 1: the file, and what it may do. A dropped file is checked at once. */
export function ImportStart({ choice, onChoice, onChecked }: Props) {
  const [form] = Form.useForm<{ mode: UserImportMode }>()
  const template = useMutation({
    mutationFn: () => call(userImport.template),
    onSuccess: (content) => saveFile(content, '客户导入模板.xlsx'),
    onError: (error) => reactToError(error),
  })
  const checking = useSheetCheck(LIMITS, async (file, sending) => {
    const own: ImportChoice = { file, mode: form.getFieldValue('mode') }
    onChoice(own)
    const { importId } = await uploadTo(userImport.upload, file, { ...sending, fields: fieldsOf(own) })
    onChecked(importId)
  })
  return (
    <div className={styles.start}>
      <ImportUpload
        of={checking}
        what="客户"
        limits={LIMITS}
        file={choice.file}
        hint="支持本店模板、Shopify 和 WooCommerce 导出的客户，其他表头可以在下一步指定；xlsx 或 csv，不超过 10 MB、20,000 行。先检查，确认后才会写入。"
      />
      <div className={styles.template}>
        <div>
          <strong>第一次导入？</strong>
          <p className={styles.hint}>下载模板按说明填写，等级和分组可以直接下拉选择。导入不会给客户发短信或通知。</p>
        </div>
        <Button icon={<DownloadOutlined aria-hidden />} loading={template.isPending} onClick={() => template.mutate()}>
          下载模板
        </Button>
      </div>
      <ColumnHints of={userImportHelp} />
      <Form
        form={form}
        name="user-import"
        layout="vertical"
        initialValues={{ mode: choice.mode }}
        disabled={checking.share !== undefined}
      >
        <ImportModes hints={modeHints} />
      </Form>
    </div>
  )
}
