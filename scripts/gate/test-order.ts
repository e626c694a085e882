import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from '../run.ts'

/**
 * Runs the tests of `npm run t -- --changed` in the order of their ranks, and of one rank the quick ones first. Within a rank, projects
 * stay together, as a worker that changes its project starts again.
 */
export class SoonestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranks = new Map<string, number>(JSON.parse(process.env.TEST_RANKS ?? '[]'))
    const keyOf = (file: TestSpecification): Key => [
      ranks.get(relative(root, file.moduleId).replaceAll('\\', '/')) ?? ranks.size,
      file.project.name,
      this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0,
    ]
    const keyed = files.map((file) => ({ file, key: keyOf(file) }))
    return keyed.sort((one, other) => compare(one.key, other.key)).map(({ file }) => file)
  }
}

type Key = [rank: number, project: string, duration: number]

function compare([rank, project, duration]: Key, [otherRank, otherProject, otherDuration]: Key): number {
  return rank - otherRank || project.localeCompare(otherProject) || duration - otherDuration
}
