import { formatLongDate, formatTime } from '../../course/format-time.ts';
import { PAGES } from '../../course/pages.ts';
import { layOutMail } from '../messages/mail-layout.ts';
import type { Settings } from '../settings.ts';

export interface NewLink {
  /** Null for somebody who joins without a registration. */
  classNumber: number | null;
  startsAt: Date;
  instructorFirstName: string | null;
  joinUrl: string;
}

/** The links are the person's own; only the portal is sure to have the newest. */
export function newLinksMail({ site, publicUrl }: Settings, firstName: string, links: NewLink[]) {
  const isStudent = links.some(({ classNumber }) => classNumber !== null);
  const page = isStudent ? PAGES.schedule : PAGES.classes;
  const [only] = links;
  const isOne = links.length === 1;
  const number = isOne && only?.classNumber ? ` for class ${only.classNumber}` : '';
  return layOutMail(site, {
    subject: isOne ? `New link${number || ' for your class'}` : 'New links for your classes',
    preview: 'The link that you had before no longer works.',
    greeting: `Hello ${firstName},`,
    blocks: [
      isOne
        ? 'The video meeting of your class has changed, and with it your link:'
        : 'The video meetings of some of your classes have changed, and with them your links:',
      { rows: links.map(describeLink) },
      'A link that you saved before no longer works. If you join from the portal, as always, you need not do anything.',
    ],
    action: {
      words: isStudent ? 'See your schedule' : 'See the classes',
      link: publicUrl + page,
    },
  });
}

function describeLink(link: NewLink): [string, string] {
  const { classNumber, startsAt, instructorFirstName, joinUrl } = link;
  const instructor = instructorFirstName ? `, with ${instructorFirstName}` : '';
  return [
    `${classNumber ? `Class ${classNumber}, ` : ''}${formatLongDate(startsAt)}, ${formatTime(startsAt)}${instructor}`,
    joinUrl,
  ];
}
