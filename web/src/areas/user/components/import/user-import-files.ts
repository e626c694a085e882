import { useMutation } from '@tanstack/react-query'
import { type UserImportRow, userImport } from '@zhanggui/contract/user/user-import.ts'
import { call } from '../../../../api/call.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { saveFile } from '../../../../kit/download.ts'

/** Downloads the file of an import, or the rows that failed with their reasons. */
export function useImportFiles({ id, fileName }: Pick<UserImportRow, 'id' | 'fileName'>) {
  const fetchFile = useMutation({
    mutationFn: (kind: 'file' | 'errors') => call(userImport[kind], { params: { id } }),
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
