import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { type Guide, guides } from '../src/web/public-pages/guide-steps.ts';
import { browserLaunch, unpackBrowserIfNeeded } from '../tests/support/browser.ts';
import { openPortal } from '../tests/support/portal.ts';
import { startTestPostgres } from '../tests/support/postgres.ts';
import { buildWebIfStale } from './build-web.ts';
import { type Camera, framesPerSecond, openCamera, type View, views } from './film-camera.ts';
import { play } from './film-scenes.ts';

/** Films the guides for the help page, each at both widths. With an argument, only films the guide with that name. */
const target = 'src/web/public-pages/guides';
const largestFilm = 400 * 1024;
const scale = 2;
const only = process.argv[2];
const formats = {
  mp4: { codec: 'libx264 -preset slow -tune animation -movflags +faststart', crf: 31 },
  // For browsers without H.264.
  webm: { codec: 'libvpx-vp9 -deadline good -cpu-used 2 -row-mt 1 -b:v 0', crf: 45 },
};
/** How much to raise the CRF while a film is too large. The text stays readable even with the last value. */
const coarser = [0, 3, 6, 9];

const say = (line: string) => process.stdout.write(`${line}\n`);

if (spawnSync('ffmpeg', ['-version']).status !== 0) {
  process.stderr.write('Filming needs ffmpeg (on Debian: apt-get install ffmpeg).\n');
  process.exit(1);
}
await buildWebIfStale(say);
await unpackBrowserIfNeeded();
const postgres = await startTestPostgres();
const browser = await chromium.launch(browserLaunch());
mkdirSync(target, { recursive: true });
for (const guide of guides) {
  if (only && guide.name !== only) continue;
  await film(guide, guide.name, views.wide, browser);
  await film(guide, `${guide.name}-phone`, views.phone, browser);
}
await browser.close();
await postgres?.stop();
// The last portal stays open for reuse and would keep the process alive.
process.exit();

async function film(guide: Guide, file: string, view: View, browser: Browser): Promise<void> {
  await using portal = await openPortal();
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: view,
    hasTouch: view.hasTouch,
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
  });
  const page = await context.newPage();
  const camera = openCamera(page, view);
  await play(guide, {
    page,
    camera,
    portal,
    async signIn(email) {
      const [name = '', value = ''] = (await portal.cookieOf(email)).split('=');
      await context.addCookies([{ name, value, url: portal.url }]);
    },
  });
  await context.close();
  develop(file, view, camera);
  camera.discard();
}

function develop(name: string, view: View, camera: Camera): void {
  const reel = join(camera.directory, 'reel.txt');
  const lines = camera.frames.map(({ file, seconds }) => `file '${file}'\nduration ${seconds}`);
  // ffmpeg ignores the last duration, so we repeat the last frame.
  writeFileSync(reel, `${lines.join('\n')}\nfile '${camera.frames.at(-1)?.file}'\n`);
  for (const [ending, { codec, crf }] of Object.entries(formats)) {
    const film = join(target, `${name}.${ending}`);
    const fits = coarser.some((more) => {
      ffmpeg(
        ...['-f', 'concat', '-safe', '0', '-i', reel, '-t', String(camera.length())],
        ...['-vf', `fps=${framesPerSecond},format=yuv420p`],
        ...['-c:v', ...codec.split(' '), '-crf', String(crf + more), '-map_metadata', '-1', film],
      );
      const { size } = statSync(film);
      say(`${film}: ${Math.round(size / 1024)} KB, ${Math.round(camera.length())} seconds`);
      return size <= largestFilm;
    });
    if (!fits) throw new Error(`${film} is larger than ${largestFilm / 1024} KB.`);
  }
  const small = [
    '-frames:v',
    '1',
    '-vf',
    `scale=${view.width * 1.5}:-2`,
    '-c:v',
    'libwebp',
    '-quality',
    '70',
  ];
  ffmpeg('-i', join(target, `${name}.mp4`), ...small, join(target, `${name}.webp`));
  writeFileSync(join(target, `${name}.vtt`), captionsOf(camera));
}

function ffmpeg(...args: string[]): void {
  const { status } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args], { stdio: 'inherit' });
  if (status !== 0) throw new Error('ffmpeg failed. See the messages above.');
}

function captionsOf({ captions }: Camera): string {
  const cues = captions.map(({ text, from, to }) => `${clock(from)} --> ${clock(to)}\n${text}`);
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

function clock(seconds: number): string {
  const rest = (seconds % 60).toFixed(3).padStart(6, '0');
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${rest}`;
}
