import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requestBackup, serveBackups } from './backup-requests.ts'

test('a file that the running site may not write throws one line that says where it may', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-requests-'))
  const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
  const stop = await serveBackups(folder, async (file) => {
    if (file.startsWith('/root')) throw refused
    return 7
  })
  try {
    expect(await requestBackup(folder, join(folder, 'copy.gz'))).toBe(7)
    await expect(requestBackup(folder, '/root/copy.gz')).rejects.toThrow(
      `the running site may not write /root/copy.gz: choose a file below ${folder}`,
    )
  } finally {
    await stop()
    rmSync(folder, { recursive: true })
  }
})
