/** How somebody said no to texts themselves: by a reply such as STOP, or on a page of theirs. */
export type TextRefusal = 'reply' | 'page';

/** Why staff cannot turn somebody's texts on. */
export type StaffConsentProblem = TextRefusal | 'no phone';

/** Null where staff may turn texts on at the person's request. */
export function staffConsentProblem(person: {
  readonly hasPhone: boolean;
  /** The last that the person said themselves, where it was a no. */
  readonly textRefusal: TextRefusal | null;
}): StaffConsentProblem | null {
  if (person.textRefusal) return person.textRefusal;
  return person.hasPhone ? null : 'no phone';
}
