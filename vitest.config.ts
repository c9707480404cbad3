import { statSync } from 'node:fs'
import { createUnitProject } from '@toolmark/backend/tests/support/runner/projects.ts'
import { projects as siteProjects } from '@toolmark/site/vitest.config.ts'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { projects as backendProjects } from './packages/backend/vitest.config.ts'

/**
 * Starts browsers and processes first, then project by project, because a worker that gets a file of
 * another project ends and a new one loads all modules again. Large files first, so that no worker is
 * idle at the end.
 */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const weigh = ({ project: { name } }: TestSpecification) =>
      /screens|processes/.test(name) ? 1 : 0
    return files.toSorted(
      (one, other) =>
        weigh(other) - weigh(one) ||
        one.project.name.localeCompare(other.project.name) ||
        statSync(other.moduleId).size - statSync(one.moduleId).size,
    )
  }
}

const repository = { name: 'repository', root: import.meta.dirname }

export default defineConfig({
  test: {
    // Files of browsers and processes also wait, so two cores have time for a third worker.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      { test: createUnitProject(repository, ['{bench,scripts,tests}/**/*.test.ts']) },
      ...backendProjects,
      ...siteProjects,
    ],
  },
})
