import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export const tourLength = 6;

/** 0 while it is offered, then the step, and null once it is put away. */
type Step = number | null;
export const tourMoves = ['next', 'back', 'away', 'again'] as const;
export type TourMove = (typeof tourMoves)[number];

/** Where the reader is in the guided tour, kept on disk so that it goes on where it was left. */
export function openTour(file: string) {
  let step: Step = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Step) : 0;
  return {
    step: () => step,
    move(move: TourMove): void {
      step = after(step, move);
      writeFileSync(file, JSON.stringify(step));
    },
  };
}

export type Tour = ReturnType<typeof openTour>;

function after(step: Step, move: TourMove): Step {
  if (move === 'away') return null;
  if (move === 'again' || step === null) return 1;
  if (move === 'back') return Math.max(1, step - 1);
  return step < tourLength ? step + 1 : null;
}
