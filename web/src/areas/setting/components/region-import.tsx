import { type RegionImport, region } from '@zhanggui/contract/setting/region.ts'
import { regionColumns } from '@zhanggui/domain/setting/region-import.ts'
import { Alert, Button, Flex, Table } from 'antd'
import { useState } from 'react'
import { reactToError } from '../../../api/reactions.ts'
import { uploadTo } from '../../../api/upload.ts'
import { refreshShown } from '../../../api/write.ts'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { downloadFile } from '../../../kit/download.ts'
import { showSuccess } from '../../../kit/feedback/feedback.ts'
import { ChooseButton } from '../../../kit/upload/upload.tsx'
import { useSheetWait } from '../../../kit/upload/use-sheet-wait.ts'

const LIMITS = new Map(['xlsx', 'csv'].map((extension) => [extension, 10 * 1024 * 1024]))
const kinds = { add: '新增', change: '修改' }

/** Imports a new table of regions: shows the changes first, then applies them. */
export function RegionImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [found, setFound] = useState<RegionImport>()
  const [busy, setBusy] = useState(false)
  const ahead = useSheetWait(busy)

  async function send(chosen: File, dryRun: boolean) {
    setBusy(true)
    try {
      const answer = await uploadTo(region.import, chosen, { fields: { dryRun: String(dryRun) } })
      if (dryRun) {
        setFile(chosen)
        setFound(answer)
        return
      }
      showSuccess(`导入成功：新增 ${answer.added} 个，修改 ${answer.changed} 个`)
      refreshShown()
      onClose()
    } catch (error) {
      reactToError(error)
    } finally {
      setBusy(false)
    }
  }

  const ready = file && found && !found.faultCount && found.added + found.changed > 0
  return (
    <Dialog
      title="导入地区"
      width={760}
      okText="确认导入"
      okButtonProps={{ disabled: !ready }}
      of={{ isPending: busy, route: region.import }}
      onOk={() => file && send(file, false)}
      onCancel={onClose}
    >
      <Flex vertical gap="middle">
        <p style={{ margin: 0 }}>
          选择含有「{regionColumns.join('、')}」各列的表格，先显示差异，确认后才会写入。文件中没有的地区保持不变。
        </p>
        <Flex gap="small">
          <ChooseButton limits={LIMITS} disabled={busy} onFiles={([chosen]) => chosen && send(chosen, true)}>
            选择文件
          </ChooseButton>
          <Button onClick={saveExample}>下载模板</Button>
        </Flex>
        {ahead > 0 && <p style={{ margin: 0 }}>排队中，前面还有 {ahead} 个文件</p>}
        {found && <Difference name={file?.name ?? ''} found={found} />}
      </Flex>
    </Dialog>
  )
}

function Difference({ name, found }: { name: string; found: RegionImport }) {
  const { total, added, changed, unlisted, changes, faultCount, faults } = found
  if (faultCount)
    return (
      <Alert
        type="error"
        showIcon
        title={`「${name}」有 ${faultCount} 处错误，请修改后重新选择`}
        description={faults.map((fault) => <div key={fault}>{fault}</div>)}
      />
    )
  return (
    <>
      <Alert
        type={added + changed ? 'info' : 'success'}
        showIcon
        title={`「${name}」共 ${total} 个地区：新增 ${added} 个，修改 ${changed} 个；未列出的 ${unlisted} 个保持不变`}
      />
      <Table
        rowKey="cityId"
        size="small"
        scroll={{ x: 600, y: 320 }}
        pagination={false}
        dataSource={changes}
        columns={[
          { title: '变化', dataIndex: 'kind', width: 70, render: (kind: keyof typeof kinds) => kinds[kind] },
          { title: '编号', dataIndex: 'cityId', width: 110 },
          { title: '原来', dataIndex: 'before' },
          { title: '改为', dataIndex: 'after' },
        ]}
      />
    </>
  )
}

function saveExample() {
  const example = [regionColumns.join(','), '110000,0,北京市,010,116.405285,39.904989']
  downloadFile(new Blob([`\uFEFF${example.join('\r\n')}\r\n`], { type: 'text/csv' }), '地区导入模板', 'csv')
}
