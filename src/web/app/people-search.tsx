import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { FoundPerson } from '../../contract/person-page.ts';
import { pathOfPerson } from '../../course/pages.ts';
import { FoundName, usePeopleSearch } from '../ui/person-picker.tsx';
import { classNames } from '../ui/styles.ts';

export function PeopleSearch() {
  const box = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const { found, isSearching, isCurrent, advice } = usePeopleSearch(typed);
  useEffect(() => {
    const focusBox = (event: globalThis.KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isBusy = target.closest('input, textarea, select, [role=dialog], [role=menu]');
      const isControlled = event.ctrlKey || event.metaKey;
      const isShortcut = event.key === '/' || (event.key.toLowerCase() === 'k' && isControlled);
      if (!isShortcut || isBusy) return;
      event.preventDefault();
      box.current?.focus();
    };
    document.addEventListener('keydown', focusBox);
    return () => document.removeEventListener('keydown', focusBox);
  }, []);
  const open = ({ id }: FoundPerson) => {
    setTyped('');
    setOpen(false);
    navigate(pathOfPerson(id));
  };
  const isShown = isOpen && isSearching;
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const person = found[active];
    if (step) {
      setOpen(true);
      setActive((active + step + found.length) % Math.max(found.length, 1));
    } else if (event.key === 'Enter' && person && isShown && isCurrent) open(person);
    else if (event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <search className="relative min-w-0 max-w-72 flex-1">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
      />
      <input
        ref={box}
        type="text"
        role="combobox"
        aria-label="Find a person"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isShown && found[active] ? `${listId}-${active}` : undefined}
        aria-keyshortcuts="Control+K Meta+K"
        placeholder="Find a person"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
        className="min-h-11 w-full rounded-control border border-line-strong bg-card pr-2 pl-9 placeholder:text-muted focus-visible:-outline-offset-2 pointer-fine:min-h-9 sm:text-sm"
      />
      {isShown && (
        <div className="absolute right-0 z-40 mt-1 w-80 max-w-[calc(100vw-2.5rem)] rounded-control border border-line bg-card p-1.5 text-sm shadow-floating">
          <div id={listId} role="listbox" aria-label="People found">
            {found.map((person, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
              <div
                key={person.id}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                // Keep focus in the text field. Otherwise, the list would close before the click.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => open(person)}
                className={classNames(
                  'wrap-anywhere min-h-11 cursor-pointer rounded-control px-3 py-1.5 hover:bg-neutral-soft',
                  index === active && 'bg-sky',
                )}
              >
                <FoundName person={person} />
              </div>
            ))}
          </div>
          <p role="status" className="px-3 py-1.5 text-muted empty:hidden">
            {advice}
          </p>
        </div>
      )}
    </search>
  );
}
