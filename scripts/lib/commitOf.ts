import { execFileSync } from 'node:child_process'

/** The commit that a folder is a clean checkout of. Empty if a tracked file was changed, and without git or a clone. */
export function commitOf(root: string): string {
  try {
    // Names the folder's own repository, and not one that the folder lies in.
    const args = ['--git-dir=.git', 'describe', '--always', '--dirty', '--abbrev=40', '--exclude=*']
    const described = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return described.endsWith('-dirty') ? '' : described
  } catch {
    return ''
  }
}
