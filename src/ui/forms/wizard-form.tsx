import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useHydrated } from '#src/ui/elements/use-hydrated.ts';
import { showFirstError } from './show-error.ts';
import type { Wizard } from './use-wizard.ts';
import styles from './wizard-form.module.css';

type WizardFormProps = {
  titles: readonly string[];
  wizard: Pick<Wizard<object>, 'step' | 'busy' | 'focusTarget' | 'back' | 'next'>;
  form: RefObject<HTMLFormElement | null>;
  heading: string;
  subtitle: string;
  submitLabel: string;
  submittingLabel: string;
  children: ReactNode;
};

/** The frame of a wizard's step: progress, heading, fields and navigation. */
export function WizardForm({ wizard, form, heading, subtitle, ...props }: WizardFormProps) {
  const hydrated = useHydrated();
  const title = useRef<HTMLHeadingElement>(null);
  const { step, busy, focusTarget } = wizard;

  useEffect(() => {
    if (focusTarget?.at === 'heading') {
      title.current?.focus();
      window.scrollTo({ top: 0 });
    }
    if (focusTarget?.at === 'error') showFirstError(form.current);
  }, [focusTarget, form]);

  const last = step === props.titles.length - 1;
  return (
    <>
      <Progress titles={props.titles} step={step} />
      <h1 ref={title} tabIndex={-1} className={styles.heading}>
        {heading}
      </h1>
      <p className={styles.subtitle}>{subtitle}</p>
      <form
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          wizard.next();
        }}
      >
        {props.children}
        <div className={styles.actions}>
          {step > 0 && (
            <button
              type="button"
              className="button button-quiet"
              onClick={wizard.back}
              disabled={busy}
            >
              Back
            </button>
          )}
          {/* Before hydration, submitting would put the answers into the address. */}
          <button type="submit" className="button" disabled={!hydrated || busy}>
            {!last && 'Next'}
            {last && (busy ? props.submittingLabel : props.submitLabel)}
          </button>
        </div>
      </form>
    </>
  );
}

type ProgressProps = { titles: readonly string[]; step: number };

const Progress = ({ titles, step }: ProgressProps) => (
  <>
    <p className={styles.count}>
      Step {step + 1} of {titles.length}
      <span className={styles.current} aria-hidden="true">
        {' '}
        · {titles[step]}
      </span>
    </p>
    <ol className={styles.progress} data-many={titles.length > 3 || undefined}>
      {titles.map((title, index) => (
        <li
          key={title}
          data-done={index < step || undefined}
          aria-current={index === step ? 'step' : undefined}
        >
          <span>{title}</span>
        </li>
      ))}
    </ol>
  </>
);
