import { useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 250;

/** Runs something at the release of what is being pressed, before its click; at once if nothing is. */
function afterPress(run: () => void): void {
  if (!document.querySelector(':active')) {
    run();
    return;
  }
  const release = new AbortController();
  for (const end of ['pointerup', 'pointercancel', 'dragend']) {
    const listener = () => {
      release.abort();
      run();
    };
    window.addEventListener(end, listener, { capture: true, signal: release.signal });
  }
}

/**
 * The text of a search box. A pause in typing updates the address, and a change of the address by
 * other means updates the text. Address changes that the typing itself caused are ignored.
 */
export function useSearchText(addressText: string, onSearch: (search: string | undefined) => void) {
  const [text, setText] = useState(addressText);
  const pending = useRef<string[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastSent = useRef(addressText);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });

  useEffect(() => {
    const index = pending.current.indexOf(addressText);
    if (index >= 0) {
      pending.current.splice(0, index + 1);
    } else if (addressText !== lastSent.current) {
      clearTimeout(timer.current);
      lastSent.current = addressText;
      setText(addressText);
    }
  }, [addressText]);

  useEffect(() => () => clearTimeout(timer.current), []);

  function send(typed: string) {
    clearTimeout(timer.current);
    const trimmed = typed.trim();
    if (trimmed === lastSent.current) return;
    lastSent.current = trimmed;
    pending.current.push(trimmed);
    search.current(trimmed || undefined);
  }

  return {
    text,
    type(typed: string) {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => send(typed), DEBOUNCE_MS);
    },
    /** Searches without waiting for the pause. */
    send: () => send(text),
    /** Searches without waiting for the pause, but moves no rows under a button that is pressed. */
    leave() {
      clearTimeout(timer.current);
      afterPress(() => send(text));
    },
    /** Clears the text without searching. */
    clear() {
      clearTimeout(timer.current);
      pending.current = [];
      lastSent.current = '';
      setText('');
    },
  };
}
