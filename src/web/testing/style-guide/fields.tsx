import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { DatePicker, DateRange } from '../../ui/date-picker.tsx';
import { Select, SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { SearchBox } from '../../ui/loaded-list.tsx';
import { PersonPicker } from '../../ui/person-picker.tsx';
import { Radio } from '../../ui/radio.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Forced, ignore, Part } from './part.tsx';

const limits = {
  today: '2026-11-30',
  earliest: '2026-01-01',
  latest: '2027-12-31',
  canPick: (date: string) => date >= '2026-11-30',
} as const;
const teachers = [{ value: '1', label: 'Priya Raman' }];

export function Fields() {
  const [isOn, setOn] = useState(true);
  const [typed, type] = useState('nora');
  return (
    <Part name="Fields">
      <TextField label="Name" hint="The name on your card" defaultValue="Nora Lind" />
      <TextField label="Email" error="That doesn’t look like an email address." />
      <TextField label="Phone" disabled defaultValue="(202) 555-0102" />
      <Forced state="focus">
        <TextField label="In focus" placeholder="For example, work laptop" />
        <SelectField label="In focus" options={teachers} />
      </Forced>
      <CodeField value="123456" onChange={ignore} />
      <TextAreaField label="Anything else?" defaultValue="Mornings suit me best." />
      <SelectField label="Teacher" options={teachers} />
      <SelectField label="Teacher" options={teachers} error="Please choose a teacher." />
      <Dates />
      <SearchBox label="Search students" value={typed} onChange={type}>
        <Select aria-label="Type" options={[{ value: '', label: 'Any type' }]} />
      </SearchBox>
      <search className="flex flex-wrap gap-4">
        <DateRange typed={{ from: '2026-11-30', to: '' }} type={ignore} />
      </search>
      <PersonPicker label="Find a student" onChoose={ignore} />
      <Checkbox label="Chosen" checked={isOn} onChange={setOn} hint="You can change it later." />
      <Checkbox label="Not chosen" checked={false} onChange={ignore} error="Please choose this." />
      <Checkbox label="Disabled" checked={false} onChange={ignore} disabled />
      <Switch label="On" checked={isOn} onChange={setOn} />
      <Switch label="Off" checked={false} onChange={ignore} />
      <fieldset>
        <legend className="font-semibold">How to send the link</legend>
        <Radio name="by" defaultChecked>
          By email
        </Radio>
        <Radio name="by">By text</Radio>
      </fieldset>
      <Forced state="focus">
        <Checkbox label="In focus" checked onChange={ignore} />
        <Switch label="In focus" checked onChange={ignore} />
        <Radio name="in-focus">In focus</Radio>
      </Forced>
    </Part>
  );
}

function Dates() {
  const { control } = useForm({ defaultValues: { day: '2026-12-01', empty: '' } });
  const missing = { label: 'Day, missing', error: 'Please choose a date.' };
  return (
    <>
      <DateField {...limits} control={control} name="day" label="Day" isOptional />
      <DateField {...limits} control={control} name="empty" label="Day, not chosen" />
      <DatePicker {...limits} {...missing} value="" onPick={ignore} />
    </>
  );
}
