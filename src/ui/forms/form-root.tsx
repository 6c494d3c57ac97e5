import { createIsomorphicFn } from '@tanstack/react-start';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { FORM_PREFIX } from './form-prefix.ts';

// A root of its own, so that the ids in its markup are those that the browser will come to.
const markupOf = createIsomorphicFn()
  .server((form: ReactNode): string | null =>
    renderToString(form, { identifierPrefix: FORM_PREFIX }),
  )
  .client((): string | null => null);

type FormRootProps = {
  /** Under this name entry-client.tsx finds the component again. */
  name: string;
  children: ReactNode;
};

/** Where React takes over a form of a public page, and nothing else of it. */
export function FormRoot({ name, children }: FormRootProps) {
  const markup = markupOf(children);
  if (markup === null) return <div>{children}</div>;
  return (
    <>
      <p className="form-notice without-script">
        This form needs JavaScript, which is turned off in your browser.
      </p>
      {/* Our own markup, just rendered. */}
      {/* eslint-disable-next-line react/no-danger */}
      <div data-form={name} dangerouslySetInnerHTML={{ __html: markup }} />
    </>
  );
}
