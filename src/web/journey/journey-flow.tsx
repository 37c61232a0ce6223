import { ArrowDown, ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import {
  JOURNEY_FLAGS,
  JOURNEY_GROUP_NAMES,
  JOURNEY_STEPS,
  type JourneyGroup,
} from '../../course/journey-groups.ts';
import type { ApiResponse } from '../api.ts';
import { Card } from '../ui/card.tsx';
import { type CountLink, CountLinks } from '../ui/count-links.tsx';
import { countOf, formatCount } from '../ui/loaded-list.tsx';
import { classNames } from '../ui/styles.ts';
import { TapLink } from '../ui/text-link.tsx';
import { describeAge, pathOfGroup } from './group-texts.ts';
import { ShareBar } from './pictures.tsx';

type JourneyFlowProps = Partial<ApiResponse<'GET /api/admin/journey'>> & {
  chosen: JourneyGroup | undefined;
};

/** Without numbers, shows empty boxes of the same size. */
export function JourneyFlow(props: JourneyFlowProps) {
  const { students = 0, groups, neverChoseNorSignedIn = 1, countedAt = null, chosen } = props;
  const flags = JOURNEY_FLAGS.map(
    (flag): CountLink => [pathOfGroup(flag), JOURNEY_GROUP_NAMES[flag], groups?.[flag] ?? 0],
  );
  return (
    <div
      inert={!groups}
      className={groups ? undefined : 'animate-breathe [&_a>*]:invisible [&_p]:invisible'}
    >
      <h2 className="font-semibold text-lg">Where students are</h2>
      <p className="mt-0.5 mb-3 text-muted text-sm">
        {countOf(students, 'student')}, each counted once. {describeAge(countedAt)}
      </p>
      <ol className="grid gap-1 md:grid-cols-5 md:gap-5 print:grid-cols-5 print:gap-5">
        {JOURNEY_STEPS.map((step, at) => (
          <li
            key={step}
            className="relative max-md:grid max-md:justify-items-center max-md:gap-1 print:block"
          >
            {at > 0 && <Arrow />}
            <GroupBox
              group={step}
              count={groups?.[step] ?? 0}
              share={students > 0 ? (groups?.[step] ?? 0) / students : 0}
              isChosen={chosen === step}
            />
            {step === 'never-chose' && neverChoseNorSignedIn > 0 && (
              <p className="mt-1 text-sm">
                <TapLink href={pathOfGroup('never-chose', 'never-signed-in')}>
                  {formatCount(neverChoseNorSignedIn)} of them never signed in
                </TapLink>
              </p>
            )}
          </li>
        ))}
      </ol>
      <h2 className="mt-8 font-semibold text-lg">Needs attention</h2>
      <p className="mt-0.5 mb-3 text-muted text-sm">A student can be in several of these groups.</p>
      <Card className="py-2">
        <CountLinks
          links={flags.toSorted(([, , a = 0], [, , b = 0]) => b - a)}
          current={chosen && pathOfGroup(chosen)}
          className="grid gap-x-10 md:grid-cols-2 lg:grid-cols-3"
        />
      </Card>
    </div>
  );
}

function Arrow() {
  return (
    <>
      <ArrowDown aria-hidden className="size-5 text-muted md:hidden print:hidden" />
      <ArrowRight
        aria-hidden
        className="absolute top-8 -left-5 size-5 text-muted max-md:hidden print:block print:text-[black]"
      />
    </>
  );
}

interface GroupBoxProps {
  group: JourneyGroup;
  count: number;
  /** From 0 to 1. */
  share: number;
  isChosen: boolean;
}

function GroupBox({ group, count, share, isChosen }: GroupBoxProps) {
  return (
    <Link
      href={pathOfGroup(group)}
      aria-current={isChosen ? 'true' : undefined}
      className={classNames(
        'block w-full rounded-card border px-4 py-3 transition-colors hover:border-accent hover:bg-sky',
        isChosen && 'border-accent bg-sky ring-1 ring-accent',
        !isChosen && 'border-line-strong bg-card',
      )}
    >
      <span className="block font-display text-3xl leading-tight">{formatCount(count)}</span>
      <span className="block text-sm md:max-lg:min-h-10">{JOURNEY_GROUP_NAMES[group]}</span>
      <ShareBar share={share} />
    </Link>
  );
}
