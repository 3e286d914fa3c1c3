import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commitOf } from './commitOf.ts'

test('returns the commit of a clean clone, and nothing for another folder', () => {
  const clone = mkdtempSync(join(tmpdir(), 'entrepares-commit-'))
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  expect(commitOf(clone)).toBe('')

  const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim()
  git('init', '--quiet')
  writeFileSync(`${clone}/file`, 'one')
  git('add', '.')
  git('-c', 'user.name=Ana', '-c', 'user.email=ana@example.org', 'commit', '--quiet', '--message=One')
  git('tag', 'v1')
  expect(commitOf(clone)).toBe(git('rev-parse', 'HEAD'))

  // As an unpacked archive may lie in somebody's repository.
  mkdirSync(`${clone}/folder`)
  expect(commitOf(`${clone}/folder`)).toBe('')
  writeFileSync(`${clone}/file`, 'two')
  expect(commitOf(clone)).toBe('')
})
