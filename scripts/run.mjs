// The only file that runs on the machine's own Node, so it only uses built-in modules. Installs the packages from the
// lock file, then runs the given program with the pinned Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pinnedNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

installIfNeeded();
runWithPinnedNode(process.argv.slice(2));

function installIfNeeded() {
  const stamp = join(root, 'node_modules/.installed');
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(pinnedNode)) return;

  say('Installing packages. This happens once and takes about a minute.');
  const npm = process.env.npm_execpath
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const [command, ...first] = npm;
  const installed = spawnSync(command, [...first, 'ci', '--include=dev', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (installed.status !== 0) {
    fail('Installing the packages failed. See the messages above, then try again.');
  }
  if (!existsSync(pinnedNode)) {
    fail(
      'Install scripts are turned off, but some packages need them. Run npm config delete ignore-scripts, then try again.',
    );
  }
  writeFileSync(stamp, wanted);
}

function runWithPinnedNode(args) {
  const options = [
    process.env.NODE_OPTIONS ?? '',
    // This is half of Node's default and saves 100 MB in a busy process.
    '--max-semi-space-size=16',
  ];
  const child = spawn(pinnedNode, args, {
    cwd: root,
    env: {
      ...process.env,
      PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      NODE_COMPILE_CACHE: join(root, 'node_modules/.compiled'),
      NODE_OPTIONS: options.join(' ').trim(),
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // The child exits when its IPC channel closes, and this process exits when npm is gone. That way, nothing keeps
  // running after a terminal is killed.
  const origin = parentProcesses();
  const watch = setInterval(() => parentProcesses() === origin || child.kill('SIGTERM'), 500);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    clearInterval(watch);
    process.exitCode = code ?? (signal ? 1 : 0);
    if (child.connected) child.disconnect();
  });
}

/** Returns the PIDs of npm's shell and, if /proc exists, of npm itself. */
function parentProcesses() {
  const shell = process.ppid;
  try {
    return `${shell} ${readFileSync(`/proc/${shell}/status`, 'utf8').match(/^PPid:.*$/m)}`;
  } catch {
    return String(shell);
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
