import { Refusal } from '@zhanggui/domain/errors.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import * as attachments from '../attachment/attachment.repository.ts'
import * as files from './file.repository.ts'

/**
 * Keeps a group of the media library from being deleted until the transaction ends; 0, no group, is always there.
 * @throws 422 when there is none
 */
export async function requireGroup(tx: Ctx, groupId: number): Promise<void> {
  if (groupId && !(await attachments.keepGroup(tx, groupId))) throw new Refusal('分组不存在，请刷新后重试')
}

/** One of the groups a shop begins with, by its name; none where staff have deleted it. */
export async function findOwnGroup(ctx: Ctx, name: '图床' | '采集'): Promise<number> {
  return (await attachments.findGroup(ctx, name)) ?? 0
}

/** Takes all files out of a group of the media library that is deleted, in that transaction. */
export function ungroupFiles(tx: Ctx, groupId: number): Promise<void> {
  return files.ungroup(tx, groupId)
}
