import { useEffect, useRef, useState } from 'react';

/** Milliseconds of no typing after which the search is made. */
const TYPING_PAUSE = 250;

/**
 * The text of a search box. The address follows the typing after a pause, and the box follows the
 * address when that changes by itself; what comes back late of one's own typing changes nothing.
 */
export function useSearchText(kept: string, onSearch: (search: string | undefined) => void) {
  const [text, setText] = useState(kept);
  const underway = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastSent = useRef(kept);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });

  useEffect(() => {
    const place = underway.current.indexOf(kept);
    if (place >= 0) {
      underway.current.splice(0, place + 1);
    } else if (kept !== lastSent.current) {
      clearTimeout(timer.current);
      lastSent.current = kept;
      setText(kept);
    }
  }, [kept]);

  useEffect(() => () => clearTimeout(timer.current), []);

  function send(typed: string) {
    clearTimeout(timer.current);
    const words = typed.trim();
    if (words === lastSent.current) return;
    lastSent.current = words;
    underway.current.push(words);
    search.current(words || undefined);
  }

  return {
    text,
    type(typed: string) {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => send(typed), TYPING_PAUSE);
    },
    /** Searches at once. */
    send: () => send(text),
    /** Empties the box, without a search. */
    empty() {
      clearTimeout(timer.current);
      underway.current = [];
      lastSent.current = '';
      setText('');
    },
  };
}
