import type { DoorMark } from '../../course/door-list.ts';
import { Badge } from '../ui/badge.tsx';

const names: Record<DoorMark, string> = {
  first: 'First class',
  makeup: 'Makeup',
  'missed-last': 'Missed the last class',
};

export function DoorMarks({ marks }: { marks: readonly DoorMark[] }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {marks.map((mark) => (
        <Badge key={mark} tone={mark === 'missed-last' ? 'warning' : 'info'}>
          {names[mark]}
        </Badge>
      ))}
    </span>
  );
}
