import { useMutation } from '@tanstack/react-query'
import { type ImportRow, productImport } from '@zhanggui/contract/product/product-import.ts'
import { call } from '../../../../api/call.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { saveFile } from '../../../../kit/download.ts'

/** Downloads the file of an import, or its invalid rows with their reasons. */
export function useImportFiles({ id, fileName }: Pick<ImportRow, 'id' | 'fileName'>) {
  const fetchFile = useMutation({
    mutationFn: (kind: 'file' | 'errors') => call(productImport[kind], { params: { id } }),
    onSuccess: (content, kind) =>
      saveFile(content, kind === 'file' ? fileName : `错误行-${fileName.replace(/\.\w+$/, '')}.xlsx`),
    onError: (error) => reactToError(error),
  })
  return {
    busy: fetchFile.isPending,
    saveOriginal: () => fetchFile.mutate('file'),
    saveErrors: () => fetchFile.mutate('errors'),
  }
}
