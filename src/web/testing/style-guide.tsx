import '../no-break-times.ts';
import '../ui/theme.css';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useForm } from 'react-hook-form';
import { createQueryClient, Providers } from '../app/providers.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, DownloadLink, SmallButton } from '../ui/button.tsx';
import { Card, Section } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { CodeField } from '../ui/code-field.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { DateField } from '../ui/date-field.tsx';
import { Select, SelectField, TextAreaField, TextField } from '../ui/field.tsx';
import { FullnessBar } from '../ui/fullness-bar.tsx';
import { Empty } from '../ui/horizon.tsx';
import { Menu } from '../ui/menu.tsx';
import { ErrorPanel, FailureNote, InlineError, Notice } from '../ui/notice.tsx';
import { Logo, PageLayout } from '../ui/page-layout.tsx';
import { Pager } from '../ui/pager.tsx';
import { ProgressBars } from '../ui/progress-bars.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Switch } from '../ui/switch.tsx';
import { MailLink, TextButton, TextLink } from '../ui/text-link.tsx';
import { toast } from '../ui/toast.ts';
import { WeekPicker } from '../ui/week-picker.tsx';

/** Every part of `ui` in every state, at /styleguide. Only `npm run dev` serves it. */

const colors = [
  ...['page', 'sky', 'card', 'ink', 'muted', 'line', 'line-strong', 'control', 'scrim'],
  ...['primary', 'primary-deep', 'primary-ink', 'accent', 'link', 'focus', 'neutral-soft'],
  ...['info', 'info-soft', 'success', 'success-soft', 'warning', 'warning-soft'],
  ...['danger', 'danger-soft'],
];
const buttons = ['primary', 'quiet', 'plain', 'danger'] as const;
const states = { '': {}, disabled: { disabled: true }, pending: { pending: true } };
const sizes = ['medium', 'slim', 'tight', 'small'] as const;
const badges = ['neutral', 'info', 'success', 'warning'] as const;
const cards = ['plain', 'accent', 'wash'] as const;
const ignore = () => undefined;
const day = '2026-11-30';
const limits = { today: day, earliest: day, latest: day, canPick: () => true } as const;
const row = 'flex flex-wrap items-center gap-3';

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-labelledby={name} className="mt-6">
      <h2 id={name} className="mb-2 font-semibold text-lg">
        {name}
      </h2>
      <div className="grid gap-3">{children}</div>
    </section>
  );
}

function Colors() {
  return (
    <div className="flex flex-wrap gap-3">
      {colors.map((color) => (
        <div key={color} className="w-24 text-sm">
          <div className="h-12 border" style={{ background: `var(--color-${color})` }} />
          {color}
        </div>
      ))}
    </div>
  );
}

function Type() {
  return (
    <>
      <h1>A page’s title</h1>
      <p className="heading">A dialog’s title</p>
      <p className="font-semibold text-lg">A card’s heading</p>
      <p>Text, with a time: 4:00 PM PT</p>
      <p className="text-muted text-sm">A muted, small note</p>
      <p className={row}>
        <TextLink href="/help">A link</TextLink>
        <TextButton>A button that looks like a link</TextButton>
        <MailLink address="help@example.org" />
      </p>
    </>
  );
}

function Buttons() {
  return (
    <>
      {buttons.map((variant) => (
        <div key={variant} className={row}>
          {Object.entries(states).map(([name, state]) => (
            <Button key={name} variant={variant} {...state}>
              {variant} {name}
            </Button>
          ))}
        </div>
      ))}
      <div className={row}>
        {sizes.map((size) => (
          <Button key={size} size={size} variant="quiet">
            {size}
          </Button>
        ))}
        <DownloadLink href="#main">Download</DownloadLink>
      </div>
    </>
  );
}

function Fields() {
  const { control } = useForm({ defaultValues: { day: '2026-12-01', empty: '' } });
  const [isOn, setOn] = useState(true);
  return (
    <>
      <TextField label="Name" hint="The name on your card" defaultValue="Nora Lind" />
      <TextField label="Email" error="That doesn’t look like an email address." />
      <TextField label="Phone" disabled defaultValue="(202) 555-0102" />
      <CodeField value="123456" onChange={ignore} />
      <TextAreaField label="Anything else?" defaultValue="Mornings suit me best." />
      <SelectField label="Teacher" options={[{ value: '1', label: 'Priya Raman' }]} />
      <DateField {...limits} control={control} name="day" label="Day" />
      <DateField {...limits} control={control} name="empty" label="Day, not chosen" />
      <search>
        <Select aria-label="Type" options={[{ value: '', label: 'Any type' }]} />
      </search>
      <Checkbox label="Chosen" checked={isOn} onChange={setOn} hint="You can change it later." />
      <Checkbox label="Not chosen" checked={false} onChange={ignore} error="Please choose this." />
      <Checkbox label="Disabled" checked={false} onChange={ignore} disabled />
      <Switch label="On" checked={isOn} onChange={setOn} />
      <Switch label="Off" checked={false} onChange={ignore} />
    </>
  );
}

function Openers() {
  return (
    <div className={row}>
      <ActionButton
        button={{ children: 'Open Dialog' }}
        title="Cancel this class?"
        description="Six students will get an email."
        confirmText="Cancel Class"
        failed="This didn’t work."
        run={async () => ignore()}
      />
      <Button variant="quiet" onClick={() => toast({ title: 'Saved', description: 'All good.' })}>
        Show Toast
      </Button>
      <Menu
        label="More"
        variant="quiet"
        size="slim"
        items={[{ label: 'Edit' }, { label: 'Delete', isDangerous: true }]}
      >
        <Ellipsis aria-hidden className="size-5" />
      </Menu>
    </div>
  );
}

const sort = { column: 'Name', direction: 'ascending' } as const;
const rows = ['Nora Lind', 'Marcus Bell', 'Ada Ruiz'].map((name, id) => ({ name, id }));
const columns: Column<(typeof rows)[number]>[] = [
  { name: 'Name', cell: ({ name }) => name, isSortable: true, card: 'title' },
  { name: 'Classes', cell: ({ id }) => id + 5, isSortable: true, card: 'badge' },
  { name: 'Room', cell: ({ id }) => `Room ${id}` },
  { name: 'Teacher', cell: () => 'Priya Raman' },
  {
    name: 'Full',
    cell: ({ id }) => <FullnessBar count={id * 5} of={10} />,
    className: 'flex items-center',
  },
];

function StyleGuide() {
  return (
    <PageLayout header={<Logo className="mt-5 w-8" />} width="narrow">
      <Part name="Type">
        <Type />
      </Part>
      <Part name="Colors">
        <Colors />
      </Part>
      <Part name="Buttons">
        <Buttons />
      </Part>
      <Part name="Dialog, toast and menu">
        <Openers />
      </Part>
      <Part name="Badges">
        <div className={row}>
          {badges.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
      </Part>
      <Part name="Cards">
        {cards.map((variant) => (
          <Card key={variant} variant={variant}>
            {variant}
          </Card>
        ))}
        <Section id="section" title="A section" />
        <Section isLarge id="large-section" title="A large section" />
        <Empty text="No classes found" advice="Please check back later." />
      </Part>
      <Part name="Notices">
        <Notice tone="good" title="You’re all set">
          See you on Tuesday.
        </Notice>
        <Notice tone="warning" title="You’re offline.">
          This is your schedule as of 4:10 PM PT.
        </Notice>
        <InlineError>That time just filled up. Pick another one below.</InlineError>
        <FailureNote retry={<SmallButton>Retry</SmallButton>}>The email didn’t go out.</FailureNote>
        <ErrorPanel title="We couldn’t load this" message="Please try again." onRetry={ignore} />
      </Part>
      <Part name="Fields">
        <Fields />
      </Part>
      <Part name="Table">
        <DataTable caption="Students" {...{ columns, rows, sort }} onSort={ignore} />
        <Pager page={2} pages={9} onTurn={ignore} />
        <WeekPicker canGoBack={false} canGoOn onMove={ignore} className="mt-6">
          November 29 – December 5
        </WeekPicker>
      </Part>
      <Part name="Progress">
        <ProgressBars total={10} done={4} />
        <Spinner label="Loading…" />
        <Skeleton className="h-12" />
      </Part>
    </PageLayout>
  );
}

// Leave out the page's gradient, which would double the size of the screenshots.
document.documentElement.style.background = 'var(--color-page)';
const root = document.body.appendChild(document.createElement('div'));
createRoot(root).render(
  <Providers client={createQueryClient()}>
    <StyleGuide />
  </Providers>,
);
