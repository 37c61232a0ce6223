import { Checkbox } from '../ui/checkbox.tsx';

export interface Substitution {
  keepHost: boolean;
  tellStudents: boolean;
}

interface SubstitutionOptionsProps {
  chosen: Substitution;
  onChange: (chosen: Substitution) => void;
  hasStudents: boolean;
}

/** What follows from a new instructor. */
export function SubstitutionOptions({ chosen, onChange, hasStudents }: SubstitutionOptionsProps) {
  return (
    <fieldset className="text-sm">
      <legend className="font-semibold">New instructor</legend>
      {hasStudents && (
        <Checkbox
          label="Tell the students by email"
          checked={chosen.tellStudents}
          onChange={(tellStudents) => onChange({ ...chosen, tellStudents })}
        />
      )}
      <Checkbox
        label="Keep the meeting with its present Zoom host"
        checked={chosen.keepHost}
        onChange={(keepHost) => onChange({ ...chosen, keepHost })}
      />
      <p className="text-muted">
        Otherwise it moves to the new instructor’s Zoom user, if they have one, and everybody
        registered is sent a new link. Both instructors are told by email.
      </p>
    </fieldset>
  );
}
