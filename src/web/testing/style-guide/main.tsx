import '../../no-break-times.ts';
import '../../ui/theme.css';
import { createRoot } from 'react-dom/client';
import { apiQueryKey } from '../../api.ts';
import { createQueryClient, Providers } from '../../app/providers.tsx';
import { Logo, PageLayout } from '../../ui/page-layout.tsx';
import { foundPerson } from '../fixtures.ts';
import { Basics, Buttons } from './basics.tsx';
import { Fields, Lists } from './fields.tsx';
import { Course, Messages } from './messages.tsx';
import { Openers } from './openers.tsx';

/** Every part of `ui` in every state, and some of the features' parts, at /styleguide. Only `npm run dev` serves it. */
function StyleGuide() {
  return (
    <PageLayout header={<Logo className="mt-5 w-8" />} width="narrow">
      <h1>Style guide</h1>
      <Basics />
      <Buttons />
      <Openers />
      <Messages />
      <Fields />
      <Lists />
      <Course />
    </PageLayout>
  );
}

const client = createQueryClient();
const query = { search: 'nora', members: 'true' as const };
client.setQueryData(apiQueryKey('GET /api/admin/people', { query }), [
  foundPerson(1, { firstName: 'Nora', lastName: 'Lind', email: 'nora@example.org' }),
  foundPerson(2, { firstName: 'Leonora', lastName: 'Diaz', role: 'alumni' }),
]);

// Otherwise, headings would use the fallback if Newsreader loads late.
await Promise.all(['500 1em Newsreader', '1em Figtree'].map((font) => document.fonts.load(font)));
// Leave out the page's gradient, which would double the size of the screenshots.
document.documentElement.style.background = 'var(--color-page)';
const root = document.body.appendChild(document.createElement('div'));
createRoot(root).render(
  <Providers client={client}>
    <StyleGuide />
  </Providers>,
);
