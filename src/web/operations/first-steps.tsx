import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import type { FirstStep } from '../../contract/operations.ts';
import { PAGES } from '../../course/pages.ts';
import { apiQuery } from '../api.ts';
import { Section } from '../ui/card.tsx';
import { TapLink, TextLink } from '../ui/text-link.tsx';

const steps: Record<FirstStep, { href: string; name: string; sentence: string }> = {
  setup: {
    href: PAGES.setup,
    name: 'Check the setup',
    sentence: 'Make sure that emails, Zoom and texts work, and send yourself a test email.',
  },
  staff: {
    href: PAGES.staff,
    name: 'Add your teachers',
    sentence: 'We’ll email each of them a link that signs them in.',
  },
  classes: {
    href: `${PAGES.admin}?tab=classes`,
    name: 'Add classes',
    sentence: 'Students need weekly classes through Class 7 and monthly ones for Classes 8 to 10.',
  },
  people: {
    href: PAGES.import,
    name: 'Bring in your students and alumni',
    sentence: 'Import a list, or add people one by one on the Students and Alumni tabs.',
  },
};

/** Hidden once the portal has classes and at least one student or alum. */
export function FirstSteps({ isLink = false }: { isLink?: boolean }) {
  const { data = [] } = useQuery({
    ...apiQuery('GET /api/admin/first-steps'),
    refetchOnMount: ({ state }) => (state.data?.length === 0 ? false : 'always'),
  });
  if (data.length === 0) return null;
  if (isLink) return <TextLink href={PAGES.today}>See your first steps</TextLink>;
  return (
    <Section isLarge variant="wash" className="mb-5" id="first-steps" title="First steps">
      <ol className="mt-1 grid gap-1 sm:mt-3 sm:gap-3">
        {data.map(({ step, isDone }) => (
          <Step key={step} isDone={isDone} {...steps[step]} />
        ))}
      </ol>
      <p className="mt-4 text-muted text-sm">
        <TapLink href={PAGES.manual}>The manual</TapLink> explains each step.
      </p>
    </Section>
  );
}

function Step({ href, name, sentence, isDone }: (typeof steps)[FirstStep] & { isDone: boolean }) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex gap-3">
      <Icon
        aria-hidden
        className={`mt-3 size-5 shrink-0 sm:mt-0.5 ${isDone ? 'text-success' : 'text-muted'}`}
      />
      <div>
        <TapLink href={href} className="font-semibold">
          {name}
        </TapLink>
        {isDone && <span className="text-muted text-sm"> Done</span>}
        <p className="text-muted text-sm">{sentence}</p>
      </div>
    </li>
  );
}
