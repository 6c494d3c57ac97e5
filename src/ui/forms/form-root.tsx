import { createIsomorphicFn } from '@tanstack/react-start';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { FORM_PREFIX } from './form-prefix.ts';

// Rendered as a separate root, so that the generated ids match those of hydration.
const markupOf = createIsomorphicFn()
  .server((form: ReactNode): string | null =>
    renderToString(form, { identifierPrefix: FORM_PREFIX }),
  )
  .client((): string | null => null);

type FormRootProps = {
  /** The name of the form's component in entry-form.tsx. */
  name: string;
  children: ReactNode;
};

/** The root of a public form, the only part of its page that React hydrates. */
export function FormRoot({ name, children }: FormRootProps) {
  const markup = markupOf(children);
  if (markup === null) return <div>{children}</div>;
  return (
    <>
      <p className="form-notice without-script">
        This form needs JavaScript, which is turned off in your browser.
      </p>
      {/* The markup comes from renderToString above. */}
      {/* eslint-disable-next-line react/no-danger */}
      <div data-form={name} dangerouslySetInnerHTML={{ __html: markup }} />
    </>
  );
}
