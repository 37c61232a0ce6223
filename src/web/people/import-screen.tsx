import { useState } from 'react';
import { EXPORTED_LISTS } from '../../contract/people-file-format.ts';
import type { ImportedRole } from '../../contract/people-files.ts';
import { PAGES } from '../../course/pages.ts';
import { apiUrl } from '../api.ts';
import { Card } from '../ui/card.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { buttonStyles } from '../ui/styles.ts';
import { TextLink } from '../ui/text-link.tsx';
import { ImportForm } from './import-form.tsx';

export function ImportScreen() {
  usePageTitle('Import and export');
  // A new key is a new form: after an import the next one begins anew.
  const [{ key, role }, setForm] = useState<{ key: number; role: ImportedRole }>({
    key: 0,
    role: 'student',
  });
  return (
    <>
      <p className="mb-1 text-sm sm:mb-2">
        <TextLink href={PAGES.admin} className="inline-flex min-h-11 items-center sm:min-h-0">
          ← Admin Dashboard
        </TextLink>
      </p>
      <h1>Import and export</h1>
      <p className="mt-1 mb-5 text-muted">Bring people in from a file, and take lists out</p>
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
