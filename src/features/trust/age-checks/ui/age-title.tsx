import { useEffect, useRef } from 'react';

/** The heading; a new one moves the focus to it, once the page has loaded. */
export function Title({ isResult = false, children }: { isResult?: boolean; children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isResult) heading.current?.focus();
  }, [isResult, children]);
  return (
    <h1 id="age-check-title" ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
