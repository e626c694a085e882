import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { call } from '../../../../api/call.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { downloadFile } from '../../../../kit/download.ts'

/** Saves a page as a file, which this shop and others import. */
export async function exportPage(id: number, name: string): Promise<void> {
  try {
    const file = await call(decorPage.export, { params: { id } })
    downloadFile(new Blob([JSON.stringify(file)], { type: 'application/json' }), name, 'json')
  } catch (error) {
    reactToError(error)
  }
}
