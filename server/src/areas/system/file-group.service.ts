import type { Ctx } from '../../platform/context.ts'
import * as files from './file.repository.ts'

/** Takes all files out of a group of the media library that is deleted, in that transaction. */
export function ungroupFiles(tx: Ctx, groupId: number): Promise<void> {
  return files.ungroup(tx, groupId)
}
