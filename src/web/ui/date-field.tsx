import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';
import type { CalendarDate } from '../../course/calendar-date.ts';
import { DatePicker, type DatePickerProps } from './date-picker.tsx';

interface DateFieldProps<Values extends FieldValues, Output>
  extends Omit<DatePickerProps, 'value' | 'onPick'> {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
  onPick?: ((date: CalendarDate) => void) | undefined;
}

export function DateField<Values extends FieldValues, Output>(
  props: DateFieldProps<Values, Output>,
) {
  const { control, name, onPick, ...rest } = props;
  const { field, fieldState } = useController({ control, name });
  const pick = (date: CalendarDate) => {
    field.onChange(date);
    onPick?.(date);
  };
  const { ref, value } = field;
  return (
    <DatePicker {...rest} {...{ ref, value }} error={fieldState.error?.message} onPick={pick} />
  );
}
