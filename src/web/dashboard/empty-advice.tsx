import { PAGES } from '../../course/pages.ts';
import { TextLink } from '../ui/text-link.tsx';

interface EmptyAdviceProps {
  search: string;
  /** Who the list is of, such as `Students`. */
  who: string;
  /** The button above the list, for people who have it. */
  addButton: string | undefined;
  canImport: boolean;
}

/** What to do about a list of people with no one in it. */
export function EmptyAdvice({ search, who, addButton, canImport }: EmptyAdviceProps) {
  if (search) return `No one matches “${search}”. Try another name, email or phone number.`;
  if (!addButton) return `${who} show up here as soon as an admin adds them.`;
  return (
    <>
      Press {addButton} to add the first one
      {canImport && (
        <>
          , or <TextLink href={PAGES.import}>import a list</TextLink>
        </>
      )}
      .
    </>
  );
}
