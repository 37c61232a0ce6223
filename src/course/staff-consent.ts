/** How somebody said no to texts themselves: by a reply such as STOP, or on a page of theirs. */
export type TextRefusal = 'reply' | 'page';

/** Why staff cannot turn somebody's texts on. */
export const STAFF_CONSENT_PROBLEMS = {
  reply:
    'They stopped texts by reply. Only they can start them again: by replying START, or on their own page. A yes to texts has to be their own, and their carrier holds back every text until then.',
  page: 'They said no to texts on their own page. Only they can start them: there, or by replying START. A yes to texts has to be their own.',
  'no phone': 'Without a phone number they cannot receive texts. Please enter one first.',
} as const;

/** Null where staff may turn texts on at the person's request. */
export function staffConsentProblem(person: {
  readonly hasPhone: boolean;
  /** The last that the person said themselves, where it was a no. */
  readonly textRefusal: TextRefusal | null;
}): keyof typeof STAFF_CONSENT_PROBLEMS | null {
  if (person.textRefusal) return person.textRefusal;
  return person.hasPhone ? null : 'no phone';
}
