import { Refusal } from '@zhanggui/domain/errors.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import * as files from './file.repository.ts'
import * as groups from './file-group.repository.ts'

/**
 * Locks a group of the media library against deletion until the transaction ends; 0, no group, always exists.
 * @throws 422 for an unknown group
 */
export async function requireGroup(tx: Ctx, groupId: number): Promise<void> {
  if (groupId && !(await groups.lock(tx, groupId))) throw new Refusal('分组不存在，请刷新后重试')
}

/** The id of a seeded group by its name; 0 if staff have deleted it. */
export async function findOwnGroup(ctx: Ctx, name: '图床' | '采集'): Promise<number> {
  return (await groups.find(ctx, name)) ?? 0
}

/** Removes all files from a group of the media library that is being deleted, in the same transaction. */
export function ungroupFiles(tx: Ctx, groupId: number): Promise<void> {
  return files.ungroup(tx, groupId)
}
