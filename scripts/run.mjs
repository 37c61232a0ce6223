// The only file that runs on whatever Node the machine has. It installs what the lock file asks
// for, then runs the given program with the Node that the project pins. It may use Node's own modules only.
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

installWhatIsMissing();
runWithPinnedNode(process.argv.slice(2));

function installWhatIsMissing() {
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
    fail('The packages could not be installed. The lines above say why; then try again.');
  }
  if (!existsSync(pinnedNode)) {
    fail(
      'The packages came without their install scripts. Allow them (npm config delete ignore-scripts) and try again.',
    );
  }
  writeFileSync(stamp, wanted);
}

function runWithPinnedNode(args) {
  const options = [
    process.env.NODE_OPTIONS ?? '',
    // Half of Node's default for short-lived objects: a busy process then needs 100 MB less.
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
  // The child ends when its channel to this process closes, and this one when npm is gone, so that
  // nothing outlives a killed terminal.
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

/** The ids of npm's shell and, where /proc has it, of npm itself. */
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
