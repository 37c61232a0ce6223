import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test as anywhere, beforeAll, expect } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { layOutRelease, packRelease } from '../../scripts/build-release.ts';
import { discard } from '../support/leftovers.ts';

/** Releases are for Linux, and only made there. */
const test = anywhere.skipIf(process.platform !== 'linux');
const { version } = manifest;
let directory: string;
let unpacked: string;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'course-portal-release-'));
  const folder = layOutRelease(directory);
  const tarball = await packRelease(folder);
  const server = join(directory, 'server');
  mkdirSync(server);
  execFileSync('tar', ['-xzf', tarball, '-C', server]);
  unpacked = join(server, readdirSync(server)[0] ?? '');
}, 120_000);
afterAll(() => discard(directory));

const filesOf = (folder: string) => readdirSync(folder, { recursive: true }).sort();

test('the tarball has all of dist, and its checksums are right', () => {
  for (const part of ['server', 'web']) {
    expect(filesOf(join(unpacked, 'dist', part))).toEqual(filesOf(join('dist', part)));
  }
  const listed = readFileSync(join(unpacked, 'SHA256SUMS'), 'utf8').trim().split('\n');
  const files = filesOf(unpacked).filter((file) => statSync(join(unpacked, `${file}`)).isFile());
  expect(listed).toHaveLength(files.length - 1);
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: unpacked });
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: directory });
});

test('the command line starts on a machine without Node', () => {
  const tools = join(directory, 'tools');
  mkdirSync(tools);
  for (const tool of ['dirname', 'readlink']) symlinkSync(`/usr/bin/${tool}`, join(tools, tool));
  const printed = execFileSync(join(unpacked, 'portal'), ['--help'], {
    env: { PATH: tools },
    encoding: 'utf8',
  });
  expect(printed).toContain(`Course portal ${version}\n`);
});

test('install.sh can run twice, keeps the previous version and the settings, and goes back', () => {
  const root = join(directory, 'root');
  const home = join(root, 'opt/course-portal');
  const settings = join(root, 'etc/course-portal.env');
  const install = (folder: string) =>
    execFileSync(join(folder, 'install.sh'), {
      env: { PATH: '/usr/bin:/bin', DESTDIR: root },
      encoding: 'utf8',
    });

  expect(install(unpacked)).toContain('fill in the settings');
  expect(statSync(settings).mode & 0o777).toBe(0o600);
  writeFileSync(settings, 'MINE=1\n');
  expect(install(unpacked)).not.toContain('settings');
  expect(readFileSync(settings, 'utf8')).toBe('MINE=1\n');
  for (const unit of ['course-portal.service', 'portal-backup.service', 'portal-backup.timer']) {
    expect(existsSync(join(root, 'usr/local/lib/systemd/system', unit))).toBe(true);
  }

  expect(install(layOutRelease(directory, '99.0.0'))).toContain(`To go back to ${version}`);
  expect(readlinkSync(join(home, 'current'))).toBe('99.0.0');
  install(join(home, version));
  expect(readlinkSync(join(home, 'current'))).toBe(version);
  expect(readdirSync(home).sort()).toEqual([version, '99.0.0', 'current'].sort());
});

test('install.sh refuses a damaged release', () => {
  const damaged = join(directory, 'damaged');
  cpSync(unpacked, damaged, { recursive: true });
  appendFileSync(join(damaged, 'dist/server/main.js'), ' ');
  const root = join(directory, 'untouched');
  const { status, stderr } = spawnSync(join(damaged, 'install.sh'), {
    env: { PATH: '/usr/bin:/bin', DESTDIR: root },
    encoding: 'utf8',
  });
  expect([status, existsSync(root)]).toEqual([1, false]);
  expect(stderr).toContain('Unpack the release again.');
});
