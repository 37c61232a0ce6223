import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';

/** In CSS pixels, each of which is two pixels wide in the film. */
export const views = {
  wide: { width: 640, height: 520, hasTouch: false },
  phone: { width: 390, height: 660, hasTouch: true },
};
export type View = (typeof views)[keyof typeof views];
export const framesPerSecond = 15;

const oneFrame = 1 / framesPerSecond;
/** The shortest time to show a caption, in seconds, so that people can read it. */
const shortestStep = 4;

interface Frame {
  file: string;
  seconds: number;
}

interface Caption {
  text: string;
  from: number;
  to: number;
}

/** Films a page frame by frame. Counts time instead of measuring it, so films are smooth on slow machines, too. */
export function openCamera(page: Page, view: View) {
  const directory = mkdtempSync(join(tmpdir(), 'course-portal-film-'));
  const frames: Frame[] = [];
  const captions: Caption[] = [];
  let pointer = { x: view.width / 2, y: view.height - 60 };
  let isPressed = false;

  const length = () => frames.reduce((sum, { seconds }) => sum + seconds, 0);

  async function shoot(seconds = oneFrame) {
    await page.evaluate(drawPointer, { ...pointer, isPressed, hasTouch: view.hasTouch });
    const picture = await page.screenshot({ animations: 'disabled', caret: 'initial' });
    const file = join(directory, `${String(frames.length).padStart(5, '0')}.png`);
    writeFileSync(file, picture);
    frames.push({ file, seconds });
  }

  async function centerOf(target: Locator) {
    const box = await target.boundingBox();
    if (!box) throw new Error(`There is nothing to film at ${target}.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  function endStep() {
    const last = captions.at(-1);
    if (last) last.to = length();
  }

  return {
    directory,
    frames,
    captions,
    length,

    async step(text: string, act: () => Promise<void>) {
      const from = length();
      captions.push({ text, from, to: from });
      await act();
      await shoot(Math.max(1, shortestStep - (length() - from)));
      endStep();
    },

    hold: (seconds: number) => shoot(seconds),

    async moveTo(target: Locator, seconds = 0.7) {
      await target.scrollIntoViewIfNeeded();
      const from = pointer;
      const to = await centerOf(target);
      const count = Math.max(2, Math.round(seconds * framesPerSecond));
      for (let at = 1; at <= count; at += 1) {
        const way = ease(at / count);
        pointer = { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way };
        await shoot();
      }
    },

    async click(target: Locator, seconds?: number) {
      await this.moveTo(target, seconds);
      isPressed = true;
      await shoot(0.2);
      isPressed = false;
      await target.click();
    },

    async type(field: Locator, text: string) {
      await this.click(field);
      for (const letter of text) {
        await field.pressSequentially(letter);
        await shoot(2 * oneFrame);
      }
    },

    async scrollTo(target: Locator, seconds = 0.8) {
      const { y } = await centerOf(target);
      const from = Number(await page.evaluate('window.scrollY'));
      const count = Math.round(seconds * framesPerSecond);
      for (let at = 1; at <= count; at += 1) {
        const top = from + (y - view.height / 2) * ease(at / count);
        await page.evaluate(`window.scrollTo(0, ${top})`);
        await shoot();
      }
    },

    discard: () => rmSync(directory, { recursive: true, force: true }),
  };
}

export type Camera = ReturnType<typeof openCamera>;

function ease(way: number): number {
  return way * way * (3 - 2 * way);
}

interface Pointer {
  x: number;
  y: number;
  isPressed: boolean;
  hasTouch: boolean;
}

/** Runs in the page, and redraws the arrow or fingertip on every page. */
function drawPointer({ x, y, isPressed, hasTouch }: Pointer) {
  const { document } = globalThis as unknown as {
    document: {
      getElementById(id: string): Drawn | null;
      createElement(name: string): Drawn;
      documentElement: { append(child: Drawn): void };
    };
  };
  interface Drawn {
    id: string;
    innerHTML: string;
    style: { cssText: string };
  }
  let arrow = document.getElementById('film-pointer');
  if (!arrow) {
    arrow = document.createElement('div');
    arrow.id = 'film-pointer';
    document.documentElement.append(arrow);
  }
  arrow.style.cssText = `position:fixed;z-index:2147483647;pointer-events:none;left:${x}px;top:${y}px`;
  const finger = `<circle cx="0" cy="0" r="${isPressed ? 14 : 17}" fill="#14303f" fill-opacity="${isPressed ? 0.45 : 0.2}" stroke="#fff" stroke-width="2"/>`;
  const ring = isPressed
    ? '<circle cx="4" cy="3" r="17" fill="#3f97cf" fill-opacity="0.35" stroke="#3f97cf" stroke-width="2"/>'
    : '';
  const tip =
    '<path d="M0 0v22l5.6-5 3.7 8.4 4-1.8-3.7-8.2h7.6z" fill="#14303f" stroke="#fff" stroke-width="1.8" stroke-linejoin="round"/>';
  arrow.innerHTML = `<svg width="60" height="64" viewBox="-20 -20 60 64" style="position:absolute;left:-20px;top:-20px">${hasTouch ? finger : ring + tip}</svg>`;
}
