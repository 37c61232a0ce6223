import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { demoSettings } from '../../src/demo/settings.ts';
import type { Portal } from './portal.ts';

/** The command line's settings. As in production, they use the machine's clock. */
export function environmentOf({
  url,
  databaseUrl,
  sandbox,
  environment,
}: Portal): Record<string, string> {
  const where = { host: '127.0.0.1', port: 0, publicUrl: url, databaseUrl, clockFile: '' };
  const settings = demoSettings({ ...where, sandboxUrl: sandbox.url, sandbox: sandbox.keys });
  return { ...settings, ...environment };
}

export async function runCommand(portal: Portal, ...args: string[]): Promise<string> {
  const program = ['src/server/command-line/main.ts', ...args];
  const env = { ...process.env, ...environmentOf(portal) };
  const { stdout } = await promisify(execFile)(process.execPath, program, { env });
  return stdout;
}
