import { useState } from 'react';
import type { ImportedRole } from '../../contract/people.ts';
import { EXPORTED_LISTS } from '../../contract/words.ts';
import { apiUrl } from '../api.ts';
import { Card } from '../ui/card.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { buttonStyles } from '../ui/styles.ts';
import { ImportForm } from './import-form.tsx';

export function ImportScreen() {
  // A new key is a new form: after an import the next one begins anew.
  const [{ key, role }, setForm] = useState<{ key: number; role: ImportedRole }>({
    key: 0,
    role: 'student',
  });
  return (
    <>
      <StaffPageHead title="Import and export">
        Bring people in from a file, and take lists out
      </StaffPageHead>
      <div className="grid gap-5">
        <ImportForm
          key={key}
          firstRole={role}
          onAnother={(last) => setForm({ key: key + 1, role: last })}
        />
        <Export />
      </div>
    </>
  );
}

const exportNames = { students: 'Students', alumni: 'Alumni', classes: 'Classes' };

function Export() {
  return (
    <Card as="section" aria-labelledby="export">
      <h2 id="export" className="font-display font-medium text-2xl leading-tight">
        Export
      </h2>
      <p className="mt-3 max-w-160 text-muted">
        Each list as a CSV file: students with their classes, alumni, and classes with how many were
        registered and how many came. The log says who took which.
      </p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {EXPORTED_LISTS.map((what) => (
          <li key={what}>
            <a
              href={apiUrl('GET /api/admin/export/:what', { params: { what } })}
              download
              className={buttonStyles({ variant: 'outline', size: 'small' })}
            >
              {exportNames[what]}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
