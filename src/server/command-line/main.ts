import { runCommandLine } from './run.ts';

// Prevent a stack trace when a reader such as `| head` closes the pipe early.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE') process.stderr.write(`${message}\n`);
  process.exit(1);
});

const code = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
});
process.exit(code);
