import { expect, test } from 'vitest';
import { countSegments as countByTwilio } from '../../src/sandbox/twilio/segments.ts';
import { loginLinkText, numberCodeText } from '../../src/server/accounts/index.ts';
import { optInText } from '../../src/server/messages/index.ts';
import { costlyCharacters, countSegments, helpText } from '../../src/server/messages/text-words.ts';
import { alumniWeekText, classText, retreatText } from '../../src/server/reminders/index.ts';
import {
  missedClassText,
  type ProposalAnswer,
  placeOfferedText,
  plainAnswerText,
  proposalAnswers,
  proposalAnswerText,
} from '../../src/server/schedule/index.ts';
import {
  classCanceledText,
  classMovedText,
  classUndoneText,
} from '../../src/server/timetable/index.ts';

const link = 'https://portal.example.org/s/0123456789abcdefghijkl';
const schedule = 'https://portal.example.org/schedule';
/** The longest way to name a class: a two-digit number, day and hour. */
const startsAt = new Date('2026-09-30T12:00:00-07:00');
const hourBefore = new Date('2026-09-30T11:00:00-07:00');
const dayBefore = new Date('2026-09-29T12:00:00-07:00');
const ofNumber = (classNumber: number) => ({ classNumber, startsAt });
const courseClass = ofNumber(10);
const sessions = (count: number) =>
  Array.from({ length: count }, (_, hours) => new Date(startsAt.getTime() + hours * 3_600_000));

function textsOf(organization: string, courseShortName: string): Record<string, string> {
  const site = {
    organization,
    courseShortName,
    parentOrganization: 'the Stillwater Foundation',
    supportEmail: 'help@portal.example.org',
    retreatSite: 'https://retreats.example.org',
    retreatCode: 'FIRSTRETREAT',
    firstClass: 5,
    textCountries: 'the United States and Canada',
    staffPasskeys: 'optional' as const,
    classEditLatest: null,
  };
  const place = { ...courseClass, startsAt: startsAt.toISOString() };
  const offer = { startsAt, until: hourBefore, link, isPlain: false };
  const slots = [1, 2, 3].map((number) => ({ number, startsAt, instructorFirstName: 'Daniel' }));
  const answered = { ...courseClass, wasHeld: true, wasInRoom: false, slots, link };
  const answers = Object.keys(proposalAnswers).map((kind) => [
    `answer: ${kind}`,
    proposalAnswerText(site, kind as ProposalAnswer, answered),
  ]);
  return {
    'missed class, 3 times': missedClassText(site, answered, link),
    'class left early, 3 times': missedClassText(site, { ...answered, wasInRoom: true }, link),
    'class not held, 3 times': missedClassText(site, { ...answered, wasHeld: false }, link),
    'missed class, no times': missedClassText(site, { ...answered, slots: [] }, link),
    ...Object.fromEntries(answers),
    'answer: nothing open': plainAnswerText(site, { kind: 'nothing-open' }, schedule),
    'answer: number unconfirmed': plainAnswerText(site, { kind: 'number-unconfirmed' }, schedule),
    'answer: nothing to undo': plainAnswerText(site, { kind: 'nothing-to-undo' }, schedule),
    'answer: place taken': plainAnswerText(site, { kind: 'place-taken', place }, schedule),
    'answer: place gone': plainAnswerText(site, { kind: 'place-gone' }, schedule),
    'answer: place unclear': plainAnswerText(site, { kind: 'place-unclear' }, schedule),
    'place offered': placeOfferedText(site, offer, hourBefore),
    'login link': loginLinkText(site, { link, code: '123456', minutes: 15 }),
    'login link sent again': loginLinkText(site, { link, minutes: 15 }),
    'number code': numberCodeText(site, {
      code: '123456',
      minutes: 15,
      host: 'portal.example.org',
    }),
    'a day before': classText(site, courseClass, link, dayBefore),
    'an hour before': classText(site, courseClass, link, hourBefore),
    'sent late': classText(site, courseClass, link, new Date('2026-09-30T08:30:00-07:00')),
    retreat: retreatText(site, link),
    'class moved': classMovedText(site, courseClass).body,
    'class canceled': classCanceledText(site, [courseClass], link),
    'classes canceled': classCanceledText(site, [5, 6, 7, 8, 9, 10].map(ofNumber), link),
    'class not canceled': classUndoneText(site, [courseClass]).body,
    'alumni, 1 session': alumniWeekText(site, sessions(1), link),
    'alumni, 12 sessions': alumniWeekText(site, sessions(12), link),
    'students opted in': optInText(site, true).body,
    'alumni opted in': optInText(site, false).body,
    HELP: helpText(site),
  };
}

const segmentsOf = (organization: string, courseShortName: string) =>
  Object.fromEntries(
    Object.entries(textsOf(organization, courseShortName)).map(([name, text]) => [
      name,
      countSegments(text),
    ]),
  );

const name = (letters: number) => 'Quiet Mornings Society of the Bay'.repeat(2).slice(0, letters);
const one = Object.fromEntries(Object.keys(textsOf('', '')).map((text) => [text, 1]));

test('every text except lists of times fits one segment with names up to 20 letters', () => {
  const short = {
    ...one,
    'alumni, 12 sessions': 3,
    'missed class, 3 times': 2,
    'class not held, 3 times': 2,
    'class left early, 3 times': 2,
  };
  expect(segmentsOf('Quiet Mornings', 'TM')).toEqual(short);
  expect(segmentsOf(name(20), name(20))).toEqual(short);
});

test('GSM accents, and quotes and dashes that Twilio replaces, add no segments', () => {
  expect(segmentsOf('Méditation à Zürich', 'Äther’s – “Eins”')).toEqual(
    segmentsOf('Meditation a Zurich', `Ether's - "Eins"`),
  );
});

test('long names make some texts two segments, and non-GSM letters make all two or three', () => {
  const long = segmentsOf(name(58), name(20));
  expect(Math.max(...Object.values({ ...long, 'alumni, 12 sessions': 0 }))).toBe(2);
  const accented = segmentsOf('Escola da Manhã', 'TM');
  for (const [text, segments] of Object.entries(accented)) {
    if (!text.includes('sessions') && !text.includes('times')) {
      expect([2, 3], text).toContain(segments);
    }
  }
});

test('no text contains a non-GSM character of its own', () => {
  for (const [text, words] of Object.entries(textsOf('', ''))) {
    expect(costlyCharacters(words), text).toEqual([]);
    expect(words, text).not.toMatch(/[‘’“”–—…]/);
  }
});

test('segments are counted like Twilio', () => {
  const names = ['Quiet Mornings', name(58), 'Escola da Manhã', '{Quiet} [Mornings] €', 'Ruhe 🙂'];
  for (const organization of names) {
    for (const text of Object.values(textsOf(organization, organization))) {
      expect(countSegments(text), text).toBe(countByTwilio(text));
    }
  }
});
